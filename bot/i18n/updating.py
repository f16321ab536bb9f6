"""Brings every language's files in step with the English ones; see docs/translating.md.

Run as ``python -m bot.i18n.updating [folder of templates]``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po
from babel.plural import to_gettext

from bot import LOCALES

from .catalogue import DEFAULT_LOCALE, plural_tags
from .checking import entry_of, key_of, problems, read

_ENGLISH = "English: "
_WHOLE_LINES = 1_000_000
"""Characters: only line breaks that a sentence has begin a new line of the file."""


def update(folder: Path = LOCALES) -> None:
    """Give every language the keys and comments of English, in its order.

    New keys come as empty messages; keys that English has no more go. A message whose English
    sentence is another one than when this ran last is marked as fuzzy.
    """
    for language in sorted(each for each in folder.iterdir() if each.is_dir()):
        if language.name == DEFAULT_LOCALE:
            continue
        for english in sorted((folder / DEFAULT_LOCALE).glob("*.po")):
            path = language / english.name
            path.write_bytes(_merged(read(english), path, language.name))
        for path in language.glob("*.po"):
            if not (folder / DEFAULT_LOCALE / path.name).exists():
                path.unlink()


def write_templates(to: Path, folder: Path = LOCALES) -> None:
    """Write a ``.pot`` of each English file, from which a new language begins."""
    to.mkdir(parents=True, exist_ok=True)
    for english in sorted((folder / DEFAULT_LOCALE).glob("*.po")):
        made = Catalog(charset="utf-8")
        for message in _messages(read(english)):
            made.add(message.id, auto_comments=_comments(message))
        forms = "nplurals=INTEGER; plural=EXPRESSION;"
        (to / f"{english.stem}.pot").write_bytes(_written(made, "LANGUAGE", forms))


def _merged(english: Catalog, path: Path, locale: str) -> bytes:
    """A language's file as it is to be."""
    own = read(path) if path.exists() else Catalog()
    known = {key_of(each): each for each in _messages(own)}
    made = Catalog(charset="utf-8")
    made.mime_headers = [("Plural-Forms", _plural_forms(path))]
    for message in _messages(english):
        before = known.get(key_of(message))
        string = _empty(message, locale) if before is None else before.string
        flags: set[str] = set() if before is None else before.flags
        comments = _comments(message)
        if before is not None and _reads_otherwise(before, comments):
            flags = {*flags, "fuzzy"}
        made.add(message.id, string, auto_comments=comments, flags=flags)
    return _written(made, locale, made.plural_forms)


def _plural_forms(path: Path) -> str:
    """The rule for forms by number: that of the file, else of a file beside it, else Babel's."""
    files = [each for each in (path, *sorted(path.parent.glob("*.po"))) if each.exists()]
    if files:
        return read(files[0]).plural_forms
    return to_gettext(Locale.parse(path.parent.name).plural_form)


def _messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def _empty(message: Message, locale: str) -> str | tuple[str, ...]:
    return "" if isinstance(message.id, str) else ("",) * len(plural_tags(locale))


def _comments(message: Message) -> list[str]:
    """What the English file says to translators, and the English sentence."""
    forms = dict.fromkeys(entry_of(message).forms)
    said = " | ".join(forms).replace("\n", "\\n")
    return [*message.auto_comments, f"{_ENGLISH}{said}"]


def _reads_otherwise(before: Message, comments: Sequence[str]) -> bool:
    """Whether the English sentence has changed; nobody knows where none was noted."""
    noted = [each for each in before.auto_comments if each.startswith(_ENGLISH)]
    return bool(noted) and noted[-1] != comments[-1]


def _written(catalog: Catalog, locale: str, forms: str) -> bytes:
    fields = ("Content-Type: text/plain; charset=UTF-8", f"Language: {locale}")
    head = "".join(f'"{each}\\n"\n' for each in (*fields, f"Plural-Forms: {forms}"))
    out = BytesIO()
    write_po(out, catalog, width=_WHOLE_LINES, omit_header=True)
    # Babel notes how fields are written; every message here has them in braces.
    body = out.getvalue().decode().replace("#, python-brace-format\n", "")
    body = body.replace("#, fuzzy, python-brace-format\n", "#, fuzzy\n").strip()
    return f'msgid ""\nmsgstr ""\n{head}\n{body}\n'.encode()


def main(arguments: Sequence[str]) -> int:
    """Update all languages, write templates, and tell what is wrong; 1 if something is."""
    update()
    if arguments:
        write_templates(Path(arguments[0]))
    wrong = problems()
    sys.stdout.writelines(f"{each}\n" for each in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
