"""Cards and faces of dice as emojis of the application: uploaded once, found by their names."""

from __future__ import annotations

import hashlib
import logging
import math
import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial

import discord

from bot.cards.cards import Card
from bot.dice.dice import Face
from bot.i18n.catalogue import CardOrFace
from bot.render import THEMES
from bot.render.pictures.emoji import EMOJI_CARDS, EMOJI_FACES, emoji_face
from bot.table.context import Clock
from bot.table.timing import Background
from bot.work_queue import Urgency, WorkQueue
from cogs.base.discord_errors import DISCORD_ERRORS, described, is_invalid, seconds_to_wait, within

HASH_LENGTH = 8
_OLD_PREFIX = "p10"  # of version 1.1 and before
_HASH = re.compile(rf"_[0-9a-f]{{{HASH_LENGTH}}}")
LOOK_AGAIN = 900.0  # seconds until the emojis of the application are listed again
BETWEEN_THEMES = 6.0  # seconds between two themes; simcord waits for shorter sleeps only
AGAIN_AFTER = (30.0, 120.0, 600.0, 1800.0, 7200.0)
"""Seconds until the next try after the first error and further ones."""
KEPT_FOR = 86_400.0
"""Seconds after which replaced emojis are deleted; messages may still show them until then."""
DrawEmoji = Callable[[str, CardOrFace], bytes]
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class EmojiUploads:
    """How emojis are uploaded."""

    here: bool = True  # whether this process uploads and deletes them; others look them up
    pause: float = 2.0  # seconds between two requests that change something


class CardEmojis(Background):
    """The emojis of cards and faces of dice in every theme, as far as Discord has them.

    A name tells the card in words that screen readers read, the theme by its first letters, and a
    hash of the picture, as in ``red_5_s_1a2b3c4d``. So nothing needs to be stored: what is missing
    is uploaded, and changed pictures have new names. Until the new ones are there, the older emojis
    of the same cards are used. An upload that was begun when the bot stops is found again at the
    next start.
    """

    def __init__(
        self,
        client: discord.Client,
        clock: Clock,
        work_queue: WorkQueue,
        uploads: EmojiUploads,
        draw: DrawEmoji | None = None,
    ) -> None:
        self._client = client
        self._clock = clock
        self._work_queue = work_queue
        self._uploads = uploads
        self._draw = draw or emoji_face
        self._names: dict[str, tuple[str, CardOrFace]] = {}
        self._known: dict[tuple[str, CardOrFace], discord.Emoji] = {}
        self._refused: set[str] = set()

    def faces(self, theme: str) -> Callable[[CardOrFace], str]:
        """Return a function that writes a card or a face as an emoji, if there is one."""

        def face(subject: CardOrFace) -> str:
            held = subject.held if isinstance(subject, Card) else subject
            emoji = self._known.get((theme, held))
            return "" if emoji is None else str(emoji)

        return face

    async def forget_deleted(self) -> bool:
        """Write words for the emojis that Discord no longer has; whether there are any."""
        try:
            async with within():
                ids = {emoji.id for emoji in await self._client.fetch_application_emojis()}
        except DISCORD_ERRORS as error:
            _log.warning("emojis not looked for: %s", described(error))
            return False
        deleted = [key for key, emoji in self._known.items() if emoji.id not in ids]
        for key in deleted:
            del self._known[key]
        if deleted:
            _log.warning("%s emojis were deleted", len(deleted))
        return bool(deleted)

    # -- in the background -----------------------------------------------------------------

    async def _run(self) -> None:
        failures = 0
        while True:
            delay = LOOK_AGAIN
            try:
                await self._bring_up_to_date()
                failures = 0
            except DISCORD_ERRORS as error:
                _log.warning("emojis not brought up to date: %s", described(error))
                at_least = AGAIN_AFTER[min(failures, len(AGAIN_AFTER) - 1)]
                delay = max(at_least, seconds_to_wait(error))
                failures += 1
            except Exception:  # noqa: BLE001  # cards are named in words meanwhile
                _log.exception("emojis not brought up to date")
                delay = AGAIN_AFTER[-1]
            await self._clock.wait_until(self._clock.now() + delay)

    async def _bring_up_to_date(self) -> None:
        names, emojis = await self._listed()
        wanted = {name: emoji for name, emoji in names.items() if emoji is not None}
        older, ours = self._older(emojis)
        self._known = older | {self._names[name]: emoji for name, emoji in wanted.items()}
        if not self._uploads.here:
            return
        await self._upload([name for name in self._names if name not in wanted])
        kept = {emoji.id for emoji in wanted.values()}
        replaced = [emoji for emoji in ours if emoji.id not in kept]
        if self._is_long_ago(wanted.values()):
            for emoji in replaced:
                await self._pause()
                async with within():
                    await emoji.delete()

    async def _listed(self) -> tuple[dict[str, discord.Emoji | None], list[discord.Emoji]]:
        """Return our emojis by name, None for missing ones, and all emojis of the application."""
        if not self._names:
            for theme in THEMES:
                names = partial(self._emoji_names, theme)
                self._names |= await self._work_queue.run(names, Urgency.AHEAD)
        async with within():
            emojis = await self._client.fetch_application_emojis()
        # Of two with the same name, all processes use the older one.
        by_name = {emoji.name: emoji for emoji in sorted(emojis, key=lambda emoji: -emoji.id)}
        return {name: by_name.get(name) for name in self._names}, emojis

    def _older(
        self, emojis: Iterable[discord.Emoji]
    ) -> tuple[dict[tuple[str, CardOrFace], discord.Emoji], list[discord.Emoji]]:
        """Return the newest emoji of each theme and card, and all emojis that this bot uploaded."""
        subjects = {}
        for theme, subject in self._names.values():
            for stem in (emoji_stem(theme, subject), _old_stem(theme, subject)):
                subjects[stem] = theme, subject
        newest = {}
        ours = []
        for emoji in sorted(emojis, key=lambda emoji: emoji.id):
            stem = emoji.name[: -HASH_LENGTH - 1]
            if stem in subjects and _HASH.fullmatch(emoji.name[len(stem) :]):
                newest[subjects[stem]] = emoji
                ours.append(emoji)
        return newest, ours

    def _emoji_names(self, theme: str) -> dict[str, tuple[str, CardOrFace]]:
        """Name the emojis of a theme after their pictures; called in a thread."""
        every: tuple[CardOrFace, ...] = (*EMOJI_CARDS, *EMOJI_FACES)
        return {
            emoji_name(theme, subject, self._draw(theme, subject)): (theme, subject)
            for subject in every
        }

    async def _upload(self, names: Iterable[str]) -> None:
        uploaded = ""
        for name in names:
            if name in self._refused:
                continue
            theme, subject = self._names[name]
            if uploaded not in ("", theme):
                await self._clock.sleep(BETWEEN_THEMES)
            uploaded = theme
            drawing = partial(self._draw, theme, subject)
            image = await self._work_queue.run(drawing, Urgency.AHEAD)
            await self._pause()
            try:
                async with within():
                    emoji = await self._client.create_application_emoji(name=name, image=image)
            except discord.HTTPException as error:
                if not is_invalid(error):
                    raise
                # This one stays a word; trying again would not help.
                _log.warning("the emoji %s was refused: %s", name, described(error))
                self._refused.add(name)
            else:
                self._known[theme, subject] = emoji

    def _is_long_ago(self, emojis: Collection[discord.Emoji]) -> bool:
        """Return whether all emojis existed a day ago, so that no message needs older ones."""
        newest = max((emoji.created_at.timestamp() for emoji in emojis), default=math.inf)
        missing = len(self._names) - len(emojis) - len(self._refused)
        return missing <= 0 and self._clock.now() - newest >= KEPT_FOR

    async def _pause(self) -> None:
        if self._uploads.pause:
            await self._clock.sleep(self._uploads.pause)


def emoji_name(theme: str, subject: CardOrFace, image: bytes) -> str:
    """The name of an emoji: at most 32 letters, digits and underscores."""
    digest = hashlib.sha256(image).hexdigest()[:HASH_LENGTH]
    return f"{emoji_stem(theme, subject)}_{digest}"


def emoji_stem(theme: str, subject: CardOrFace) -> str:
    """The name of an emoji without the hash, such as ``blue_7_hc`` or ``red_die_10_s``."""
    initials = "".join(word[0] for word in theme.split("-"))
    return f"{_spoken(subject)}_{initials}"


def _spoken(subject: CardOrFace) -> str:
    if isinstance(subject, Face):
        return f"{subject.colour.name}_die_{subject.number or 'wild'}".lower()
    if subject.is_wild or subject.colour is None:
        return "wild" if subject.is_wild else "skip"
    return f"{subject.colour.name}_{subject.number}".lower()


def _old_stem(theme: str, subject: CardOrFace) -> str:
    """The name before the hash in version 1.1, such as ``p10_high_contrast_B7``."""
    code = f"d{subject.code}" if isinstance(subject, Face) else subject.code
    return f"{_OLD_PREFIX}_{theme.replace('-', '_')}_{code}"
