"""Leaderboards and a member's statistics in words: titles, alt texts, and plain text.

Functions that write text for a message take a function that escapes names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bot.cards.phases import TEN_PHASES, parse_phase
from bot.results.standings import (
    FEWEST_FOR_CHAMPION,
    FEWEST_FOR_RATE,
    Board,
    BoardQuery,
    BoardRow,
    By,
    Champion,
    Champions,
    MemberStats,
    PhaseRate,
    RatingPoint,
    Rival,
    month_start,
)

from .alt import short_text
from .catalogue import Translator, sign
from .phrases import numbered_phase, phase_name
from .rulesets import edition_name

RATES = (By.WIN_RATE, By.POINTS)
FEWEST_FOR_WAY = 3  # games before the course of a rating is shown
FEWEST_FOR_HARDEST = 3  # tries of a phase that may be the hardest
MOST_OWN = 2  # other phases than the usual ten that are named below a picture
Escape = Callable[[str], str]


def board_title(words: Translator, query: BoardQuery, escape: Escape = str) -> str:
    """Return the title of a leaderboard: ``Leaderboard: Rating · All time · All card games``."""
    head = words("standings.leaderboard", by=by_name(words, query))
    return " · ".join([head, *board_where(words, query, escape)])


def by_name(words: Translator, query: BoardQuery) -> str:
    return words.about(query.game_type.name)(f"standings.by.{query.by}")


def board_where(words: Translator, query: BoardQuery, escape: Escape = str) -> list[str]:
    """Name the games of a leaderboard: period, edition, and how many games a place needs.

    Of the board of cups it is the season's name, and how many cups were played.
    """
    if query.by is By.CUPS:
        season = query.season
        return [] if season is None else [escape(season.name), season_cups(words, season.cups)]
    whole = query.edition is None
    edition = words("standings.all_editions") if whole else edition_name(words, query.edition or "")
    parts = [words(f"standings.period.{query.period}"), edition]
    if query.by in RATES:
        parts.append(words.plural("standings.fewest", FEWEST_FOR_RATE))
    if query.by is By.POINTS:
        few = query.is_ascending
        parts.append(words("standings.few_are_best" if few else "standings.many_are_best"))
    return parts


def season_cups(words: Translator, count: int) -> str:
    return words.plural("standings.cups", count)


def board_page(words: Translator, board: Board) -> str:
    """Name the places on a page: ``11–20 of 34``; empty if all are on it."""
    return page_text(words, board.offset, len(board.rows), board.total)


def page_text(words: Translator, offset: int, count: int, total: int) -> str:
    """Name the places on a page of a list and their total number; empty if all are on it."""
    if count >= total:
        return ""
    first, last, of = map(words.number, (offset + 1, offset + count, total))
    return words("standings.page", first=first, last=last, total=of)


def why_unranked(words: Translator, query: BoardQuery, key: str = "standings.only_people") -> str:
    """Say why somebody has no place on a leaderboard, by default with the sentence of ``key``."""
    if query.by in RATES:
        return words.plural("standings.empty_fewest", FEWEST_FOR_RATE)
    return words("standings.only_cups" if query.by is By.CUPS else key)


def value_text(words: Translator, by: By, value: float) -> str:
    """Format a value of a leaderboard: ``1,532``, ``46%`` or ``32.5``."""
    if by is By.WIN_RATE:
        return words.percent(value)
    return words.decimal(value) if by is By.POINTS else words.number(round(value))


def games_text(words: Translator, by: By, row: BoardRow) -> str:
    """Count the games, or cups, played and won: ``34 games · 12 won``."""
    return " · ".join(_games(words, by, row))


def _games(words: Translator, by: By, row: BoardRow) -> tuple[str, str]:
    won = words.plural("standings.won", row.wins)
    if by is By.CUPS:
        return season_cups(words, row.games), won
    return words.plural("standings.games", row.games), won


def board_lines(words: Translator, board: Board, escape: Escape = str) -> list[str]:
    """Write a leaderboard as lines: its title, its rows and the reader's own row."""
    words = words.about(board.query.game_type.name)
    title = board_title(words, board.query, escape)
    if not board.rows:
        why = why_unranked(words, board.query, "standings.empty_more")
        return [title, words("standings.empty"), why]
    rows = {row.user_id: _row(words, board.query.by, row, escape) for row in board_rows(board)[0]}
    if board.own is not None:
        own = board.own.user_id
        rows[own] = words("standings.marked_row", row=rows[own])
    return [*filter(None, [title, *rows.values(), board_page(words, board)])]


def board_rows(board: Board) -> tuple[tuple[BoardRow, ...], int | None]:
    """Return the rows of a page with the reader's before or after it, and the index of a gap."""
    own = board.own
    rows = board.rows
    if own is None or own.user_id in {row.user_id for row in rows}:
        return rows, None
    if not rows:
        return (own,), None
    return ((own, *rows), 1) if own.rank < rows[0].rank else ((*rows, own), len(rows))


def _row(words: Translator, by: By, row: BoardRow, escape: Escape) -> str:
    games = _games(words, by, row)
    more = games[:1] if by is By.WINS else games
    name = shown_name(words, row.name, escape)
    rank = words.number(row.rank)
    value = _value(words, by, row.value)
    return words("standings.row", rank=rank, name=name, value=value, more=", ".join(more))


def _value(words: Translator, by: By, value: float) -> str:
    key = f"standings.value.{by}"
    if by in (By.WINS, By.PHASES, By.CUPS):
        return words.plural(key, round(value))
    return words(key, value=value_text(words, by, value))


def board_alt(words: Translator, board: Board, escape: Escape = str) -> str:
    """Describe a leaderboard with rows: its title, the reader's row, then all rows."""
    words = words.about(board.query.game_type.name)
    sentences = [f"{board_title(words, board.query, escape)}."]
    if page := board_page(words, board):
        sentences.append(f"{page}.")
    if board.own is not None:
        own = _row(words, board.query.by, board.own, escape)
        sentences.append(f"{words('standings.marked', row=own)}.")
    sentences += [f"{_row(words, board.query.by, row, escape)}." for row in board.rows]
    return short_text(sentences)


def champions_page(words: Translator, champions: Champions) -> str:
    """Name the seasons on a page and their total number; empty if all are on it."""
    return page_text(words, champions.offset, champions.seasons, champions.total)


def champions_empty(words: Translator) -> tuple[str, str]:
    return words("seasons.empty"), words.plural("seasons.empty_more", FEWEST_FOR_CHAMPION)


def champions_lines(words: Translator, champions: Champions, escape: Escape) -> list[str]:
    game = words(f"standings.game_of.{champions.game_type}")
    title = f"{words('seasons.champions')} · {game}"
    if not champions.champions:
        return [title, *champions_empty(words)]
    rows = (_champion(words, "seasons.champion", one, escape) for one in champions.champions)
    return [*filter(None, [title, *rows, champions_page(words, champions)])]


def champions_alt(words: Translator, champions: Champions, escape: Escape) -> str:
    lines = champions_lines(words, champions, escape)
    return short_text([line if line.endswith(".") else f"{line}." for line in lines])


def announcement_lines(
    words: Translator, champions: Sequence[Champions], escape: Escape
) -> list[str]:
    """Write the champions of one season in every game as lines, below a title."""
    month = next(champion.month for one in champions for champion in one.champions)
    lines = [words("seasons.announced", month=month_name(words, month))]
    for one in champions:
        game = words(f"standings.game_of.{one.game_type}")
        key = "seasons.announced_line"
        lines += [_champion(words, key, who, escape, game=game) for who in one.champions]
    return lines


def _champion(words: Translator, key: str, champion: Champion, escape: Escape, **more: str) -> str:
    return words(
        key,
        month=capital(month_name(words, champion.month)),
        name=shown_name(words, champion.name, escape),
        rating=words.number(champion.rating),
        games=words.plural("standings.games", champion.games),
        **more,
    )


def champion_month(words: Translator, champion: Champion) -> str:
    """Name the season of a champion: ``Oct 2026``."""
    return capital(words.date(month_start(champion.month), "yMMM"))


def signed(words: Translator, change: int) -> str:
    """Format a change with its sign: ``+18``, ``−5``, ``±0``."""
    return f"{sign(change)}{words.number(abs(change))}"


def month_name(words: Translator, month: int) -> str:
    """Name a month in a sentence: ``October 2026``."""
    return words.date(month_start(month), "yMMMM")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def stats_alt(words: Translator, stats: MemberStats, escape: Escape = str) -> str:
    words = words.about(stats.game_type)
    headline = f"{_headline(words, stats, escape)}."
    if not stats.games:
        return short_text([headline, *no_games(words)])
    sentences = [headline, *_figures(words, stats), *_way_and_medals(words, stats)]
    sentences += [_rival(words, rival, escape) for rival in stats.rivals]
    sentences += [_phase(words, rate, whole=False) for rate in stats.phases if rate.tried]
    return short_text(sentences)


def stats_lines(words: Translator, stats: MemberStats, escape: Escape = str) -> list[str]:
    words = words.about(stats.game_type)
    headline = _headline(words, stats, escape)
    if not stats.games:
        return [headline, *no_games(words)]
    lines = [headline, *_figures(words, stats), *_way_and_medals(words, stats)]
    if any(rate.tried for rate in stats.phases):
        lines.append(f"{words('standings.phases')}:")
        lines += [_phase(words, rate, whole=True) for rate in stats.phases]
    if stats.rivals:
        lines.append(f"{words('standings.rivals')}:")
        lines += [_rival(words, rival, escape) for rival in stats.rivals]
    return lines


def figures_below(words: Translator, stats: MemberStats) -> list[str]:
    """Write the statistics that the picture leaves out: means, ratings, other phases."""
    words = words.about(stats.game_type)
    computers, way = rating_way(stats)
    if way:  # the picture shows its end
        stats = replace(stats, computer_rating=None) if computers else replace(stats, rating=None)
    _, *figures = _figures(words, stats) if stats.games else ("",)
    own = [rate for rate in stats.phases if rate.phase not in TEN_PHASES and rate.tried]
    most = sorted(own, key=lambda rate: -rate.tried)[:MOST_OWN]
    return [*figures, *(_phase(words, rate, whole=False) for rate in most)]


def shown_name(words: Translator, name: str, escape: Escape = str) -> str:
    return escape(name) or words("standings.nameless")


def no_games(words: Translator) -> tuple[str, str]:
    return words("standings.no_games"), words("standings.no_games_more")


def _headline(words: Translator, stats: MemberStats, escape: Escape) -> str:
    title = words("standings.all_figures" if stats.everywhere else "standings.figures")
    return f"{shown_name(words, stats.name, escape)} · {title}"


def _figures(words: Translator, stats: MemberStats) -> Iterator[str]:
    won = words.plural("standings.won", stats.wins)
    share = words.percent(stats.wins / stats.games)
    yield words.plural("standings.text.games", stats.games, won=won, share=share)
    if stats.average_place is not None:
        yield words("standings.text.place", place=words.decimal(stats.average_place))
    if stats.points_a_hand is not None:
        yield words("standings.text.points", points=words.decimal(stats.points_a_hand))
    if stats.hands:
        hands = words.number(stats.hands_won)
        share = words.percent(stats.hands_won / stats.hands)
        yield words.plural("standings.text.hands", stats.hands, won=hands, share=share)
    if stats.rating is not None:
        yield words("standings.text.rating", rating=words.number(stats.rating))
    if stats.season_rating is not None:
        yield words("seasons.rating", rating=words.number(stats.season_rating))
    if stats.computer_rating is not None:
        rating = words.number(stats.computer_rating)
        yield words("standings.text.computer_rating", rating=rating)
    if stats.cups:
        yield words.plural("standings.text.cups", stats.cups)


def _phase(words: Translator, rate: PhaseRate, *, whole: bool) -> str:
    """Say how often a phase was completed, with its groups if ``whole``."""
    phase = _phase_name(words, rate.phase, whole=whole)
    if not rate.tried:
        return words("standings.text.untried", phase=phase)
    completed = words.number(rate.completed)
    share = words.percent(rate.completed / rate.tried)
    return words.plural(
        "standings.text.phase", rate.tried, phase=phase, completed=completed, share=share
    )


def _phase_name(words: Translator, notation: str, *, whole: bool) -> str:
    phase = parse_phase(notation)
    if notation not in TEN_PHASES:
        return capital(phase_name(words, phase))
    number = TEN_PHASES.index(notation) + 1
    if whole:
        return numbered_phase(words, number, phase)
    return words("standings.phase_number", number=number)


def _rival(words: Translator, rival: Rival, escape: Escape) -> str:
    name = shown_name(words, rival.name, escape)
    ahead = words.plural("standings.text.ahead", rival.ahead)
    behind = words.plural("standings.text.behind", rival.behind)
    return words.plural("standings.text.rival", rival.games, name=name, ahead=ahead, behind=behind)


def rating_way(stats: MemberStats) -> tuple[bool, tuple[RatingPoint, ...]]:
    """Return whether the shown ratings are those with computer players, and one for each game.

    Ratings against people are preferred; there are none while both kinds have too few games.
    """
    for computers, points in enumerate((stats.rating_history, stats.computer_rating_history)):
        if len(points) >= FEWEST_FOR_WAY:
            return bool(computers), points
    return False, ()


def usual_phases(stats: MemberStats) -> dict[str, PhaseRate]:
    return {rate.phase: rate for rate in stats.phases if rate.phase in TEN_PHASES}


def hardest_phase(stats: MemberStats) -> str | None:
    """Return the usual phase with the lowest rate; None if that is 100 % or from few tries."""
    rates = [rate for rate in usual_phases(stats).values() if rate.tried >= FEWEST_FOR_HARDEST]
    hardest = min(rates, key=lambda rate: rate.completed / rate.tried, default=None)
    if hardest is None or hardest.completed == hardest.tried:
        return None
    return hardest.phase


def _way_and_medals(words: Translator, stats: MemberStats) -> Iterator[str]:
    computers, points = rating_way(stats)
    if points:
        ratings = [point.rating for point in points]
        yield words(
            "standings.text.line",
            line=words("standings.computers" if computers else "standings.people"),
            first=words.number(ratings[0]),
            start=words.date(points[0].at),
            last=words.number(ratings[-1]),
            end=words.date(points[-1].at),
            games=words.plural("standings.games", len(points)),
            low=words.number(min(ratings)),
            high=words.number(max(ratings)),
        )
    if stats.medals:
        names = words.list([words(f"achievements.name.{medal.name}") for medal in stats.medals])
        yield words("standings.text.medals", medals=names)
