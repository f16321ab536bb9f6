"""Whether catalogues are whole: every message and field there, nothing too long for Discord."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from bot import LOCALES

from .catalogue import DEFAULT_LOCALE, plural_tags

_COMMAND_NAME = re.compile(r"[-_\w]{1,32}")
_KEY = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
# The longest text of the keys that match, in characters: what Discord takes, or shows whole.
_LONGEST = {
    re.compile(pattern): most
    for pattern, most in {
        r"commands\.\w+\.name": 32,
        r"commands\.\w+\.description": 100,
        r"lobby\.own_phases(_label)?": 45,
        r"lobby\.own_phases_hint": 100,
        r"(lobby\.(edition|level|limit)|ruleset\.(change|choice)|settings\.theme)\..+": 100,
        r"settings\.(pings|computers|pictures)\..+": 100,
        r"settings\.(servers_language|discords_language|default_theme|server_theme)": 100,
        r"rules\..*title|rules\.(more|choose_edition)": 100,
        r"(lobby|memories)\.(choose|add|remove)_.+": 100,
        r"hand\.(declare|hit|discard|save|other_ways)": 100,
        r"lobby\.(join|leave|options|start|cancel)|rules\.(back|next)": 80,
        r"hand\.(draw|lay|hit_all|decline|draw_nothing|sort_\w+)|hints\.button": 80,
        r"table\.(my_hand|scores|rules|more|ready|rematch|record|repost|leave|end)": 80,
        r"table\.(leave_yes|end_yes|stay)|privacy\.(delete|keep)": 80,
        r"memories\.(back|on|my_place|show_here|open|step_\w+|to_games?|first|last|hand_\w+)": 80,
    }.items()
}


@dataclass(frozen=True)
class Entry:
    """A message as it stands in a file.

    Attributes:
        key: its id.
        forms: its sentences; several for a plural.
        plural: whether it has forms by number.
        fuzzy: whether it is marked as doubtful.
    """

    key: str
    forms: tuple[str, ...]
    plural: bool
    fuzzy: bool = False


def key_of(message: Message) -> str:
    """The key of a message."""
    return message.id if isinstance(message.id, str) else message.id[0]


def entry_of(message: Message) -> Entry:
    """A message of Babel's as an entry."""
    string = message.string
    forms = (string,) if isinstance(string, str) else tuple(string or ())
    return Entry(key_of(message), forms, not isinstance(message.id, str), message.fuzzy)


def read(path: Path) -> Catalog:
    """A file of a catalogue.

    Raises:
        PoFileError: it is not well formed.
    """
    return read_po(BytesIO(path.read_bytes()), abort_invalid=True)


def problems(folder: Path = LOCALES) -> list[str]:
    """What is wrong with the catalogues of a folder, a sentence each."""
    found = list(_limits(folder / DEFAULT_LOCALE))
    for language in sorted(each for each in folder.iterdir() if each.is_dir()):
        found += _of_files(language)
        if language.name != DEFAULT_LOCALE:
            found += _compared(folder / DEFAULT_LOCALE, language)
            found += _same_names(folder / DEFAULT_LOCALE, language)
            found += _limits(language)
    return found


def _of_files(language: Path) -> Iterator[str]:
    """What can be said of each file by itself."""
    for path in sorted(language.glob("*.po")):
        where = f"{language.name}/{path.name}"
        text = path.read_text(encoding="utf-8")
        try:
            catalog = read(path)
        except PoFileError as error:
            yield f"{where} cannot be read: {error}"
            continue
        yield from (f"{where}: {key} stands there twice" for key in _doubled(text))
        if f'"Language: {language.name}\\n"' not in text:
            yield f"{where}: its header does not say Language: {language.name}"
        if catalog.num_plurals != len(plural_tags(language.name)):
            tags = ", ".join(plural_tags(language.name))
            yield f"{where}: its header does not give the forms {tags}"
        for message in catalog:
            if message.id and not key_of(message).startswith(f"{path.stem}."):
                yield f"{where}: {key_of(message)} belongs into another file"


def _doubled(text: str) -> list[str]:
    return sorted(key for key, times in Counter(_KEY.findall(text)).items() if times > 1)


def entries(language: Path) -> dict[str, Entry]:
    """All messages of a language by key; files that cannot be read count as empty."""
    found: dict[str, Entry] = {}
    for path in sorted(language.glob("*.po")):
        try:
            catalog = read(path)
        except PoFileError:
            continue
        found |= {key_of(each): entry_of(each) for each in catalog if each.id}
    return found


def _compared(english: Path, language: Path) -> Iterator[str]:
    """What a language lacks, has too much, or says otherwise than the program can use."""
    wanted, own = entries(english), entries(language)
    name, tags = language.name, len(plural_tags(language.name))
    yield from (f"{name}: {key} is missing" for key in sorted(wanted.keys() - own.keys()))
    yield from (f"{name}: {key} is not in English" for key in sorted(own.keys() - wanted.keys()))
    for key in sorted(wanted.keys() & own.keys()):
        for wrong in _of_message(wanted[key], own[key], tags):
            yield f"{name}: {key} {wrong}"


def _of_message(english: Entry, own: Entry, tags: int) -> Iterator[str]:
    if own.fuzzy:
        yield "is marked as fuzzy: look at it, and take the mark away"
    if own.plural != english.plural:
        yield "has forms by number in one of the two languages only"
    elif not all(own.forms):
        yield "is not translated yet"
    elif own.plural and len(own.forms) != tags:
        yield f"has {len(own.forms)} forms, not {tags}"
    wanted = _fields(english.forms)
    for form in own.forms if all(own.forms) else ():
        yield from _of_fields(form, wanted, own.plural)


def _of_fields(form: str, wanted: set[str], plural: bool) -> Iterator[str]:
    try:
        has = _fields((form,))
    except ValueError as error:
        yield f"cannot be filled in ({error}): {form}"
        return
    # A form for one thing may say "one" in place of the number.
    lost = wanted - has - ({"n"} if plural else set())
    if lost:
        yield f"has lost {', '.join(sorted(lost))}: {form}"
    if has - wanted:
        yield f"has fields that are not filled in, {', '.join(sorted(has - wanted))}: {form}"


def _fields(forms: tuple[str, ...]) -> set[str]:
    parsed = (part for form in forms for part in Formatter().parse(form))
    return {name for _, name, _, _ in parsed if name is not None}


def _same_names(english: Path, language: Path) -> Iterator[str]:
    """Commands and options that Discord could not tell from one another any more."""
    wanted, own = entries(english), entries(language)
    names: dict[str, str] = {}
    for key in sorted(wanted.keys() & own.keys()):
        if not key.startswith("commands.") or not key.endswith(".name") or not own[key].forms[0]:
            continue
        other = names.setdefault(own[key].forms[0], key)
        if wanted[other].forms != wanted[key].forms:
            yield f"{language.name}: {other} and {key} are both {own[key].forms[0]}"


def _limits(language: Path) -> Iterator[str]:
    for key, entry in sorted(entries(language).items()):
        longest = max(map(len, entry.forms))
        for pattern, most in _LONGEST.items():
            if pattern.fullmatch(key) and longest > most:
                yield f"{language.name}: {key} has {longest} characters, {most} at most"
        if key.startswith("commands.") and key.endswith(".name"):
            name = entry.forms[0]
            if name and (name != name.lower() or not _COMMAND_NAME.fullmatch(name)):
                yield f"{language.name}: {key} is no name of a command: {name}"
