"""Achievements in words: names, conditions and progress."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.results.achievements import ACHIEVEMENTS, Earned, Grade, Progress

from .alt import short_text
from .catalogue import Translator

MOST_NAMED = 3  # achievements of one person that are named where several earned some
SURE = ("phases", "games", "company")
"""Achievements of nearly every first game, which are named last."""


def achievement_name(words: Translator, name: str) -> str:
    return words(f"achievements.name.{name}")


def grade_name(words: Translator, grade: Grade) -> str:
    return words(f"achievements.grade.{grade.name.lower()}")


def earned_text(words: Translator, progress: Progress) -> str:
    """Name the highest grade and its date: ``Silver · Nov 3, 2026``; empty without a grade."""
    if progress.grade is None:
        return ""
    date = words.date(progress.at[-1])
    return words("achievements.earned", grade=grade_name(words, progress.grade), date=date)


def progress_text(words: Translator, progress: Progress) -> str:
    """Name the count and the count for the next grade: ``7 of 10``."""
    count = words.number(progress.count)
    if progress.next is None:
        return words("achievements.counted", count=count)
    return words("achievements.progress", count=count, next=words.number(progress.next))


def to_go_text(words: Translator, progress: Progress) -> str:
    """Name both counts and the next grade: ``7 of 10 for silver``."""
    if progress.next is None:
        return progress_text(words, progress)
    grade = grade_name(words, Grade(len(progress.at) + 1)).lower()
    count = words.number(progress.count)
    following = words.number(progress.next)
    return words("achievements.to_go", count=count, next=following, grade=grade)


def earned_count_text(words: Translator, progress: Sequence[Progress]) -> str:
    """Count the earned achievements: ``7 of 24 earned``."""
    earned = words.number(sum(one.grade is not None for one in progress))
    return words("achievements.earned_of", earned=earned, all=words.number(len(progress)))


def achievement_lines(words: Translator, progress: Sequence[Progress]) -> Iterator[str]:
    for one in progress:
        yield words(
            "achievements.line" if one.grade else "achievements.line_unearned",
            name=achievement_name(words, one.achievement.name),
            what=words(f"achievements.what.{one.achievement.name}"),
            grade=earned_text(words, one),
            progress=to_go_text(words, one),
        )


def achievements_alt(words: Translator, name: str, progress: Sequence[Progress]) -> str:
    """Describe the picture: the newest achievements first, those without a grade last."""
    earned_first = sorted(progress, key=lambda one: -one.at[-1] if one.at else 0)
    sentences = [
        words(
            "achievements.alt",
            name=achievement_name(words, one.achievement.name),
            status=", ".join(filter(None, (earned_text(words, one), to_go_text(words, one)))),
        )
        for one in earned_first
    ]
    title = words("achievements.title_of", name=name)
    return short_text([f"{title}: {earned_count_text(words, progress)}.", *sentences])


def new_achievements(words: Translator, earned: Sequence[tuple[str, Sequence[Earned]]]) -> str:
    """Name the people and the achievements they earned in a game; empty without any."""
    earners = [(name, mine) for name, mine in earned if mine]
    most = MOST_NAMED if len(earners) > 1 else len(ACHIEVEMENTS)
    people = [
        words("achievements.new_of", name=name, earned=", ".join(_new(words, mine, most)))
        for name, mine in earners
    ]
    return words("achievements.new", earned=" · ".join(people)) if people else ""


def best_first(mine: Sequence[Earned]) -> list[Earned]:
    """Return the highest grade of each achievement, best first."""
    best = {one.achievement: one for one in sorted(mine, key=lambda one: one.grade)}
    return sorted(best.values(), key=lambda one: (-one.grade, one.achievement in SURE))


def _new(words: Translator, mine: Sequence[Earned], most: int) -> Iterator[str]:
    ordered = best_first(mine)
    for one in ordered[:most]:
        achievement = achievement_name(words, one.achievement)
        grade_text = grade_name(words, one.grade).lower()
        yield words("achievements.new_one", achievement=achievement, grade=grade_text)
    if (more := len(ordered) - most) > 0:
        yield words("achievements.new_more", n=words.number(more))
