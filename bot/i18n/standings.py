"""Leaderboards and a member's figures in words: titles, alt texts, and the same as plain text.

Names may be anything; the functions that write what is read as text take what escapes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.rules.phases import TEN_PHASES, parse_phase
from bot.scores.results import (
    FEWEST_FOR_RATE,
    Board,
    BoardQuery,
    BoardRow,
    By,
    MemberStats,
    PhaseRate,
    RatingPoint,
    Rival,
)

from .alt import joined
from .catalogue import Words
from .phrases import numbered_phase, phase_name
from .rulesets import edition_name

RATES = (By.WIN_RATE, By.POINTS)
Escape = Callable[[str], str]


def board_title(words: Words, query: BoardQuery) -> str:
    """What a leaderboard shows, in one line: ``Leaderboard: Rating · All time · All editions``."""
    head = words("standings.leaderboard", by=by_name(words, query.by))
    return f"{head} · {board_where(words, query)}"


def by_name(words: Words, by: By) -> str:
    """What a leaderboard is ordered by."""
    return words(f"standings.by.{by}")


def board_where(words: Words, query: BoardQuery) -> str:
    """Which games a leaderboard counts: period, edition, and how many one has to have played."""
    whole = query.edition is None
    edition = words("standings.all_editions") if whole else edition_name(words, query.edition or "")
    parts = [words(f"standings.period.{query.period}"), edition]
    if query.by in RATES:
        parts.append(words.plural("standings.fewest", FEWEST_FOR_RATE))
    return " · ".join(parts)


def board_page(words: Words, board: Board) -> str:
    """Which places are shown, of how many: ``11–20 of 34``."""
    first, last, total = (
        words.number(each)
        for each in (board.offset + 1, board.offset + len(board.rows), board.total)
    )
    return words("standings.page", first=first, last=last, total=total)


def board_empty(words: Words, query: BoardQuery) -> tuple[str, str]:
    """Two sentences for a leaderboard without anybody: that it is so, and what to do."""
    if query.by in RATES:
        more = words.plural("standings.empty_fewest", FEWEST_FOR_RATE)
    elif query.by is By.RATING:
        more = words("standings.empty_rating")
    else:
        more = words("standings.empty_more")
    return words("standings.empty"), more


def why_unranked(words: Words, query: BoardQuery) -> str:
    """What somebody's games may lack for a place on a leaderboard; empty where all games count."""
    if query.by in RATES:
        return words.plural("standings.empty_fewest", FEWEST_FOR_RATE)
    return words("standings.only_people") if query.by is By.RATING else ""


def value_text(words: Words, by: By, value: float) -> str:
    """What somebody has reached, as a figure: ``1,532``, ``46%`` or ``32.5``."""
    if by is By.WIN_RATE:
        return words.percent(value)
    return words.decimal(value) if by is By.POINTS else words.number(round(value))


def games_text(words: Words, row: BoardRow) -> str:
    """How many games somebody played and won: ``34 games · 12 won``."""
    return " · ".join(_games(words, row))


def _games(words: Words, row: BoardRow) -> tuple[str, str]:
    games = words.plural("standings.games", row.games)
    return games, words.plural("standings.won", row.wins)


def board_lines(words: Words, board: Board, escape: Escape = str) -> list[str]:
    """A leaderboard as lines of text: title, rows, and the row of who asked if it is elsewhere."""
    title = board_title(words, board.query)
    if not board.rows:
        return [title, *board_empty(words, board.query)]
    rows = [_line(words, board, row, escape) for row in board_rows(board)[0]]
    page = [board_page(words, board)] if board.total > len(board.rows) else []
    return [title, *rows, *page]


def board_rows(board: Board) -> tuple[tuple[BoardRow, ...], int | None]:
    """The rows of a page with the reader's own, and the index where there is a gap in the ranks.

    The reader's row comes before or after the page if it is not on it.
    """
    own, rows = board.own, board.rows
    if own is None or own.user_id in {row.user_id for row in rows}:
        return rows, None
    if not rows:
        return (own,), None
    return ((own, *rows), 1) if own.rank < rows[0].rank else ((*rows, own), len(rows))


def _line(words: Words, board: Board, row: BoardRow, escape: Escape) -> str:
    text = _row(words, board.query.by, row, escape)
    own = board.own is not None and board.own.user_id == row.user_id
    return words("standings.marked_row", row=text) if own else text


def _row(words: Words, by: By, row: BoardRow, escape: Escape = str) -> str:
    more = _games(words, row)[:1] if by is By.WINS else _games(words, row)
    name = escape(row.name) or words("standings.nameless")
    rank, value = words.number(row.rank), _value(words, by, row.value)
    return words("standings.row", rank=rank, name=name, value=value, more=", ".join(more))


def _value(words: Words, by: By, value: float) -> str:
    key = f"standings.value.{by}"
    if by in (By.WINS, By.PHASES):
        return words.plural(key, round(value))
    return words(key, value=value_text(words, by, value))


def board_alt(words: Words, board: Board, escape: Escape = str) -> str:
    """What the picture of a leaderboard shows: what it is, who asked, then the rows."""
    sentences = [f"{board_title(words, board.query)}."]
    if not board.rows:
        return joined([*sentences, *board_empty(words, board.query)])
    if board.total > len(board.rows):
        sentences.append(f"{board_page(words, board)}.")
    if board.own is not None:
        own = _row(words, board.query.by, board.own, escape)
        sentences.append(f"{words('standings.marked', row=own)}.")
    sentences += [f"{_row(words, board.query.by, row, escape)}." for row in board.rows]
    return joined(sentences)


def stats_alt(words: Words, stats: MemberStats, escape: Escape = str) -> str:
    """What the picture of a member's figures shows: the headline figures, rivals, then phases."""
    if not stats.games:
        return joined([f"{_headline(words, stats, escape)}.", *no_games(words)])
    sentences = [f"{_headline(words, stats, escape)}.", *_figures(words, stats)]
    sentences += [_rival(words, rival, escape) for rival in stats.rivals]
    sentences += [
        _phase(words, _phase_number(words, rate) or _asked(words, rate), rate)
        for rate in stats.phases
        if rate.tried
    ]
    return joined(sentences)


def stats_lines(words: Words, stats: MemberStats, escape: Escape = str) -> list[str]:
    """A member's figures as lines of text, every phase and rival with a line of its own."""
    if not stats.games:
        return [_headline(words, stats, escape), *no_games(words)]
    lines = [_headline(words, stats, escape), *_figures(words, stats)]
    if any(rate.tried for rate in stats.phases):
        lines.append(f"{words('standings.phases')}:")
        lines += [_phase(words, _whole_phase(words, rate), rate) for rate in stats.phases]
    if stats.rivals:
        lines.append(f"{words('standings.rivals')}:")
        lines += [_rival(words, rival, escape) for rival in stats.rivals]
    return lines


def stats_name(words: Words, stats: MemberStats) -> str:
    """The name over a member's figures."""
    return stats.name or words("standings.nameless")


def no_games(words: Words) -> tuple[str, str]:
    """Two sentences for a member without a finished game."""
    return words("standings.no_games"), words("standings.no_games_more")


def _headline(words: Words, stats: MemberStats, escape: Escape = str) -> str:
    name = escape(stats.name) or words("standings.nameless")
    return f"{name} · {words('standings.figures')}"


def _figures(words: Words, stats: MemberStats) -> Iterator[str]:
    won = words.plural("standings.won", stats.wins)
    share = words.percent(stats.wins / stats.games)
    yield words.plural("standings.told.games", stats.games, won=won, share=share)
    if stats.average_place is not None:
        yield words("standings.told.place", place=words.decimal(stats.average_place))
    if stats.points_a_hand is not None:
        yield words("standings.told.points", points=words.decimal(stats.points_a_hand))
    if stats.hands:
        hands, share = words.number(stats.hands_won), words.percent(stats.hands_won / stats.hands)
        yield words.plural("standings.told.hands", stats.hands, won=hands, share=share)
    if stats.rating is not None:
        yield words("standings.told.rating", rating=words.number(stats.rating))
    if stats.computer_rating is not None:
        rating = words.number(stats.computer_rating)
        yield words("standings.told.computer_rating", rating=rating)


def _phase(words: Words, phase: str, rate: PhaseRate) -> str:
    if not rate.tried:
        return words("standings.told.untried", phase=phase)
    completed, share = words.number(rate.completed), words.percent(rate.completed / rate.tried)
    return words.plural(
        "standings.told.phase", rate.tried, phase=phase, completed=completed, share=share
    )


def _whole_phase(words: Words, rate: PhaseRate) -> str:
    if rate.phase not in TEN_PHASES:
        return _asked(words, rate)
    return numbered_phase(words, TEN_PHASES.index(rate.phase) + 1, parse_phase(rate.phase))


def _phase_number(words: Words, rate: PhaseRate) -> str | None:
    if rate.phase not in TEN_PHASES:
        return None
    return words("standings.phase_number", number=TEN_PHASES.index(rate.phase) + 1)


def _asked(words: Words, rate: PhaseRate) -> str:
    asked = phase_name(words, parse_phase(rate.phase))
    return asked[:1].upper() + asked[1:]


def _rival(words: Words, rival: Rival, escape: Escape = str) -> str:
    name = escape(rival.name) or words("standings.nameless")
    ahead = words.plural("standings.told.ahead", rival.ahead)
    behind = words.plural("standings.told.behind", rival.behind)
    return words.plural("standings.told.rival", rival.games, name=name, ahead=ahead, behind=behind)


def rating_chart_alt(words: Words, stats: MemberStats, escape: Escape = str) -> str:
    """What the picture of a rating over time shows; empty where there is no such picture."""
    curves = {
        words("standings.people"): stats.ratings,
        words("standings.computers"): stats.computer_ratings,
    }
    told = [_curve(words, line, points) for line, points in curves.items() if points]
    if not told:
        return ""
    name = escape(stats.name) or words("standings.nameless")
    title = words("standings.rating_of", name=name)
    return joined([f"{title}.", *told])


def _curve(words: Words, line: str, points: Sequence[RatingPoint]) -> str:
    last, end = words.number(points[-1].rating), words.date(points[-1].at)
    if len(points) == 1:
        return words("standings.told.point", line=line, last=last, end=end)
    ratings = [point.rating for point in points]
    return words(
        "standings.told.line",
        line=line,
        first=words.number(ratings[0]),
        start=words.date(points[0].at),
        last=last,
        end=end,
        games=words.plural("standings.games", len(points)),
        low=words.number(min(ratings)),
        high=words.number(max(ratings)),
    )
