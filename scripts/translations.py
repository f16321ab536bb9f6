"""Checks the translations, and updates them from the English files; see docs/translating.md.

Run as ``python -m scripts.translations [folder for templates]``. With ``--complete``, as before a
release, it changes nothing, names each message that is not translated and takes it as a problem.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from string import Formatter

import typer
from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, write_po
from babel.plural import to_gettext

from bot import LOCALES
from bot.cli.output import writing_output
from bot.i18n.catalogue import DEFAULT_LOCALE, file_text, parsed, plural_tags

_ENGLISH = "English: "
_WHOLE_LINES = 1_000_000  # characters; only line breaks of a sentence start a new line of the file
_COMMAND_NAME = re.compile(r"[-_\w]{1,32}")
_KEY = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
_LANGUAGE = re.compile(r'^"Language: (.+)\\n"$', re.MULTILINE)
# Comments that a blank line follows are those of a section, not of the message below.
_SECTION = re.compile(r'((?:^#\..*\n)+)\n(?=(?:#.*\n)*msgid "(.+)"$)', re.MULTILINE)
# A line that Babel reads as it is meant: it takes the first and the last character of a text as
# its quotes, without a look at them.
_LINE = re.compile(
    r"""\s*(?:\#.*|(?:(?P<keyword>msgid|msgid_plural|msgstr(?:\[\d\])?)\s)?\s*
    "(?:[^"\\]|\\[\\"nrt])*")?\s*""",
    re.VERBOSE,
)
COMPLETE = "--complete"
# The longest text of the keys that match, in characters: what Discord takes, or shows whole.
_LONGEST = {
    re.compile(pattern): most
    for pattern, most in {
        r"commands\.\w+\.name": 32,
        r"commands\.\w+\.description": 100,
        r"lobby\.own_phases(_label)?|sheet\.(add_guest|name|left|laid_question)": 45,
        r"(lobby\.(edition|about|length|level|limit)|ruleset\.(change|choice))\..+": 100,
        r"settings\.(?!about\.|title|posts_language|other_card_names).+": 100,
        r"rules\..*title|rules\.(more|choose_edition)": 100,
        r"(lobby|history|standings)\.(choose|add|remove)_.+": 100,
        r"hand\.(declare|hit|discard|save|save_last|choose_saved|other_ways)": 100,
        r"lobby\.(join|leave|options|start|cancel|surprise_phases|draw_again)|rules\.next": 80,
        r"hand\.(draw|lay|hit_all|decline|draw_nothing|sort_\w+|take_back)|hints\.button": 80,
        r"table\.(my_hand|scores|rules|more|ready|rematch|record|repost|leave|end)": 80,
        r"table\.(leave_yes|end_yes|stay)|privacy\.(delete|keep)": 80,
        r"solo\.(play_on|instead|next_hand|again)": 80,
        r"help\.(play|to_table|mine\.title)": 80,
        r"terms\.(back|on)|standings\.(my_place|show_here|open)": 80,
        r"history\.(step_\w+|to_games?|first|last|hand_\w+)": 80,
    }.items()
}


@dataclass(frozen=True)
class Entry:
    """A message of a catalogue file."""

    key: str
    forms: tuple[str, ...]
    """Its sentences; several for a plural."""
    plural: bool
    """Whether it has forms by number."""
    fuzzy: bool
    """Whether it is marked as doubtful."""

    @property
    def is_used(self) -> bool:
        """Whether players read it; else they read the English message."""
        return all(self.forms) and not self.fuzzy


Entries = Mapping[str, Entry]


def unreadable(folder: Path = LOCALES) -> list[str]:
    """What no translations can be read from, a sentence each: folders and files with a mistake."""
    sentences = []
    for language in _languages(folder):
        if (mistake := _name_mistake(language.name)) is not None:
            sentences.append(f"{language.name}: {mistake}")
            continue
        for path in _paths(language):
            sentences += _reasons_to_refuse(path, f"{language.name}/{path.name}")
    return sentences


def problems(folder: Path = LOCALES) -> list[str]:
    """The mistakes in the catalogues of a folder, a sentence each.

    What is not translated is none: it is in English for the players.
    """
    if mistakes := unreadable(folder):
        return mistakes
    english = _entries(_files(folder / DEFAULT_LOCALE))
    all_problems = [f"{DEFAULT_LOCALE}: {problem}" for problem in _limits(english)]
    for language in _languages(folder):
        files = _files(language)
        all_problems += _file_problems(language.name, files)
        if language.name != DEFAULT_LOCALE:
            own = _entries(files)
            all_problems += [
                f"{language.name}: {problem}"
                for problem in (
                    *_mistakes(english, own, len(plural_tags(language.name))),
                    *_ambiguous_names(english, own),
                    *_limits(own),
                )
            ]
    return all_problems


def unfinished(folder: Path = LOCALES) -> list[str]:
    """The work of translators that a release waits for, a sentence each."""
    english = _files(folder / DEFAULT_LOCALE)
    sentences = []
    for language in _translations(folder):
        files = _files(language)
        differences = _differences(_entries(english), _entries(files))
        sentences += [f"{language.name}: {each}" for each in differences]
        for path in english:
            own = language / path.name
            if not own.exists() or _merged(path, own) != own.read_bytes():
                sentences.append(f"{language.name}/{own.name} is not updated: run make words")
    return sentences


def progress(folder: Path = LOCALES) -> list[str]:
    """How much of each unfinished language and file is translated, a line each."""
    english = _files(folder / DEFAULT_LOCALE)
    lines = []
    for language in _translations(folder):
        own = _entries(_files(language))
        used = {key for key, entry in own.items() if entry.is_used}
        counts = []
        for path, catalog in english.items():
            keys = {_key(message) for message in _messages(catalog)}
            counts.append((path.stem, len(keys & used), len(keys)))

        done = sum(translated for _, translated, _ in counts)
        every = sum(total for _, _, total in counts)
        if done < every:
            lines.append(f"{language.name}: {done:,} of {every:,} messages are translated")
        for domain, translated, total in counts:
            if translated < total:
                lines.append(f"  {domain}: {translated} of {total}")
    return lines


def update(folder: Path = LOCALES) -> None:
    """Give every language the keys and comments of English, in the same order.

    New keys become empty messages; keys that are not in English are removed. A message whose
    English sentence has changed since the last update is marked as fuzzy.
    """
    english = _paths(folder / DEFAULT_LOCALE)
    for language in _translations(folder):
        for path in english:
            (language / path.name).write_bytes(_merged(path, language / path.name))
        for path in _paths(language):
            if folder / DEFAULT_LOCALE / path.name not in english:
                path.unlink()


def write_templates(to: Path, folder: Path = LOCALES) -> None:
    """Write a ``.pot`` of each English file, the start of a new language."""
    to.mkdir(parents=True, exist_ok=True)
    for english in _paths(folder / DEFAULT_LOCALE):
        template = Catalog(charset="utf-8")
        for message in _messages(_read(english)):
            template.add(message.id, auto_comments=_comments(message))
        forms = "nplurals=INTEGER; plural=EXPRESSION;"
        serialized = _serialized(template, "LANGUAGE", forms, _sections(english))
        (to / f"{english.stem}.pot").write_bytes(serialized)


def _languages(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_dir())


def _translations(folder: Path) -> list[Path]:
    return [path for path in _languages(folder) if path.name != DEFAULT_LOCALE]


def _paths(language: Path) -> list[Path]:
    return sorted(language.glob("*.po"))


def _name_mistake(name: str) -> str | None:
    """What is wrong with the name of a language's folder."""
    try:
        known = str(Locale.parse(name))
    except (UnknownLocaleError, ValueError):
        return "Babel knows no language of this name; a folder is named like de or pt_BR"
    return None if known == name else f"Babel calls this language {known}: rename the folder"


def _reasons_to_refuse(path: Path, where: str) -> Iterator[str]:
    """Why an update would lose words of a file, or count words that are no translation."""
    if mistakes := _file_mistakes(path):
        yield from (f"{where} cannot be read: {each}" for each in mistakes)
        return
    other = _other_language(path)
    if other is not None:
        yield (
            f"{where} says Language: {other} in its header; a copy would count as translated:"
            " delete it, and make words writes an empty file"
        )
    for message in _messages(_read(path)):
        if not _key(message).startswith(f"{path.stem}."):
            yield f"{where}: {_key(message)} belongs into another file"


def _file_mistakes(path: Path) -> list[str]:
    """What keeps a file from being read whole, with the numbers of lines."""
    try:
        text = file_text(path)
        times = Counter(_KEY.findall(text))
        twice = [f"{key} stands there twice" for key in sorted(times) if times[key] > 1]
        if mistakes := [*_line_mistakes(text), *twice]:
            return mistakes
        _read(path)
    except UnicodeDecodeError:
        return ["it is not in UTF-8"]
    except PoFileError as error:
        message = str(error).removesuffix(f" on {error.lineno}")
        return [f"line {error.lineno + 1}: {message}"]
    return []


def _other_language(path: Path) -> str | None:
    """The language that the header of a file names, if another folder has it."""
    named = _LANGUAGE.search(file_text(path))
    others = {each.name for each in _languages(path.parent.parent) if each != path.parent}
    return named[1] if named and named[1] in others else None


def _line_mistakes(text: str) -> Iterator[str]:
    """Lines of which Babel would drop or change a part."""
    in_message: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        found = _LINE.fullmatch(line)
        if found is None:
            yield f'line {number} is no text between two quotes (inside, a quote is \\"): {line}'
            continue
        keyword = found["keyword"]
        if keyword == "msgid":
            in_message.clear()
        if keyword in in_message:
            yield f"line {number} is a second {keyword} of one message: {line}"
        if keyword is not None:
            in_message.add(keyword)


def _read(path: Path) -> Catalog:
    # Lines keep their numbers.
    text = _SECTION.sub(lambda found: "\n" * found[0].count("\n"), file_text(path))
    return parsed(text, abort_invalid=True)


def _sections(path: Path) -> dict[str, str]:
    """The comments of sections by the first key of each."""
    found = _SECTION.findall(file_text(path))
    return {key: comment for comment, key in found}


def _files(language: Path) -> dict[Path, Catalog]:
    return {path: _read(path) for path in _paths(language)}


def _messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _entry(message: Message) -> Entry:
    string = message.string
    forms = (string,) if isinstance(string, str) else tuple(string or ())
    return Entry(_key(message), forms, not isinstance(message.id, str), message.fuzzy)


def _entries(files: Mapping[Path, Catalog]) -> Entries:
    """All messages of a language by key."""
    messages = (message for catalog in files.values() for message in _messages(catalog))
    return {_key(message): _entry(message) for message in messages}


def _file_problems(language: str, files: Mapping[Path, Catalog]) -> Iterator[str]:
    """The problems of each file that do not depend on other files."""
    for path, catalog in files.items():
        where = f"{language}/{path.name}"
        text = file_text(path)
        if f'"Language: {language}\\n"' not in text:
            yield f"{where}: its header does not say Language: {language}"
        if catalog.num_plurals != len(plural_tags(language)):
            tags = ", ".join(plural_tags(language))
            rule = _babels_rule(language)
            needed = f"it needs Plural-Forms: {rule}"
            yield f"{where}: its header does not give the forms {tags}; {needed}"


def _differences(english: Entries, own: Entries) -> Iterator[str]:
    """Keys that only one language has, and messages without a translation that is used."""
    yield from (f"{key} is missing" for key in sorted(english.keys() - own.keys()))
    yield from (f"{key} is not in English" for key in sorted(own.keys() - english.keys()))
    for key in sorted(english.keys() & own.keys()):
        if own[key].fuzzy:
            yield f"{key} is marked as fuzzy: look at it, and take the mark away"
        if not all(own[key].forms):
            yield f"{key} is not translated yet"


def _mistakes(english: Entries, own: Entries, tags: int) -> Iterator[str]:
    """Translations that are used and are wrong."""
    for key in sorted(english.keys() & own.keys()):
        if own[key].is_used:
            yield from (f"{key} {each}" for each in _entry_mistakes(english[key], own[key], tags))


def _entry_mistakes(english: Entry, own: Entry, tags: int) -> Iterator[str]:
    if own.plural != english.plural:
        yield "has forms by number in one of the two languages only"
    elif own.plural and len(own.forms) != tags:
        yield f"has {len(own.forms)} forms, not {tags}"
    wanted = _fields(english.forms)
    # A form for one thing may say "one" in place of the number; the last one is for many.
    for form in own.forms[:-1]:
        yield from _field_problems(form, wanted, optional={"n"})
    for form in own.forms[-1:]:
        yield from _field_problems(form, wanted, optional={"n"} - _fields(english.forms[-1:]))


def _field_problems(form: str, wanted: set[str], optional: set[str]) -> Iterator[str]:
    try:
        has = _fields((form,))
    except ValueError as error:
        yield f"cannot be filled in ({error}): {form}"
        return
    lost = wanted - has - optional
    if lost:
        yield f"has lost {', '.join(sorted(lost))}: {form}"
    if has - wanted:
        yield f"has fields that are not filled in, {', '.join(sorted(has - wanted))}: {form}"


def _fields(forms: Sequence[str]) -> set[str]:
    parsed = (part for form in forms for part in Formatter().parse(form))
    return {name for _, name, _, _ in parsed if name is not None}


def _ambiguous_names(english: Entries, own: Entries) -> Iterator[str]:
    """Commands and options with different names in English but the same one here."""
    names: dict[str, str] = {}
    for key in sorted(english.keys() & own.keys()):
        if not key.startswith("commands.") or not key.endswith(".name") or not own[key].forms[0]:
            continue
        other = names.setdefault(own[key].forms[0], key)
        if english[other].forms != english[key].forms:
            yield f"{other} and {key} are both {own[key].forms[0]}"


def _limits(entries: Entries) -> Iterator[str]:
    """Messages that are too long for Discord or no names of commands."""
    for key, entry in sorted(entries.items()):
        longest = max(map(len, entry.forms))
        for pattern, most in _LONGEST.items():
            if longest > most and pattern.fullmatch(key):
                yield f"{key} has {longest} characters, {most} at most"
        if key.startswith("commands.") and key.endswith(".name"):
            name = entry.forms[0]
            if name and (name != name.lower() or not _COMMAND_NAME.fullmatch(name)):
                yield f"{key} is no name of a command: {name}"


def _merged(english: Path, path: Path) -> bytes:
    """The new content of a language's file."""
    locale = path.parent.name
    own = _read(path) if path.exists() else Catalog()
    known = {_key(message): message for message in _messages(own)}
    merged = Catalog(charset="utf-8")
    plural_forms = own.plural_forms if path.exists() else _plural_forms(path.parent)
    merged.mime_headers = [("Plural-Forms", plural_forms)]
    for message in _messages(_read(english)):
        before = known.get(_key(message))
        string = _empty(message, locale) if before is None else before.string
        flags: set[str] = set() if before is None else before.flags
        notes = [] if before is None else before.user_comments
        comments = _comments(message)
        if before is not None and _is_outdated(before, comments):
            flags = {*flags, "fuzzy"}
        merged.add(message.id, string, auto_comments=comments, user_comments=notes, flags=flags)
    return _serialized(merged, locale, merged.plural_forms, _sections(english))


def _plural_forms(language: Path) -> str:
    """The rule for forms by number: that of another file of the language, else Babel's."""
    for catalog in _files(language).values():
        if catalog.num_plurals == len(plural_tags(language.name)):
            return catalog.plural_forms
    return _babels_rule(language.name)


def _babels_rule(language: str) -> str:
    return to_gettext(Locale.parse(language).plural_form)


def _empty(message: Message, locale: str) -> str | tuple[str, ...]:
    return "" if isinstance(message.id, str) else ("",) * len(plural_tags(locale))


def _comments(message: Message) -> list[str]:
    """The comments for translators in the English file, and the English sentence."""
    forms = dict.fromkeys(_entry(message).forms)
    sentence = " | ".join(forms).replace("\n", "\\n")
    return [*message.auto_comments, f"{_ENGLISH}{sentence}"]


def _is_outdated(before: Message, comments: Sequence[str]) -> bool:
    """Whether the English sentence has changed; unknown, so no, where it was not noted."""
    noted = [comment for comment in before.auto_comments if comment.startswith(_ENGLISH)]
    return bool(noted) and noted[-1] != comments[-1]


def _serialized(catalog: Catalog, locale: str, forms: str, sections: Mapping[str, str]) -> bytes:
    fields = ("Content-Type: text/plain; charset=UTF-8", f"Language: {locale}")
    head = "".join(f'"{field}\\n"\n' for field in (*fields, f"Plural-Forms: {forms}"))
    out = BytesIO()
    write_po(out, catalog, width=_WHOLE_LINES, omit_header=True)
    # Babel notes how fields are written; every message here has them in braces.
    body = out.getvalue().decode().replace("#, python-brace-format\n", "")
    body = body.replace("#, fuzzy, python-brace-format\n", "#, fuzzy\n").strip()
    blocks = []
    for message in body.split("\n\n"):
        key = _KEY.findall(message)[0]
        if key in sections:
            blocks.append(sections[key].strip())
        blocks.append(message)

    content = "\n\n".join(blocks)
    return f'msgid ""\nmsgstr ""\n{head}\n{content}\n'.encode()


def _print(sentences: Sequence[str]) -> None:
    """Print lines, of which ``head`` may read the first ones only."""
    with suppress(typer.Exit), writing_output():
        sys.stdout.writelines(f"{sentence}\n" for sentence in sentences)
        sys.stdout.flush()


def main(arguments: Sequence[str], folder: Path = LOCALES) -> int:
    """Update all languages, write templates and print what is to be done.

    Returns 1 if there is a mistake, and with ``--complete`` also if a translation is missing.
    Changes nothing if a file or a folder cannot be read.
    """
    complete = COMPLETE in arguments
    if mistakes := unreadable(folder):
        _print(mistakes)
        return 1
    if not complete:
        update(folder)
    for to in arguments:
        if to != COMPLETE:
            write_templates(Path(to), folder)
    mistakes = problems(folder)
    waiting = unfinished(folder) if complete else progress(folder)
    _print([*mistakes, *waiting])
    return 1 if mistakes or (complete and waiting) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
