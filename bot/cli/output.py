"""One clear sentence for each thing that can go wrong on the command line."""

from __future__ import annotations

from bot.rules.editions import FEWEST_PLAYERS
from bot.rules.errors import GameError, RecordError
from bot.storage.errors import DatabaseNewerError, DatabaseUnusableError, StoreError

_LONGEST_EXPECTED = 300

_RECORD = {
    "not_a_record": "it is not the beginning of a game record",
    "not_json": "it is not a JSON object",
    "bad_line": "{why}",
    "bad_rules": "the rule set makes no sense: {why}",
    "against_the_rules": "it is against the rules: {why}",
    "wrong_secret": "the secret does not belong to the commitment and the shuffles",
    "wrong_commitment": "the commitment does not belong to the secret",
    "not_the_deck": "the cards are not those of the deck",
    "wrong_line": "the game's state leads to {expected}",
    "cut_short": "the record ends here, where {expected} must follow",
    "not_this_seat": "it is not seat {seat} but seat {turn} that acts here",
    "no_decision": "nothing led to it",
    "wrong_takeover": "the seat can only go to {expected}",
}

_RULES = {
    "no_such_edition": "There is no edition {edition!r}; there are: {known}.",
    "number_of_players": "{players} players cannot play this edition: "
    f"{FEWEST_PLAYERS} to {{most}} can.",
    "number_of_phases": "{phases} phases cannot be played: 1 to 10 can.",
    "number_of_skips": "A deck cannot have {skips} Skips: 0 to {most} can.",
    "bad_variation": "There is no variation {variation!r}; there are: ten_hands, even_phases,"
    " phases=3 to phases=10, and phases of your own such as S3+R4,C7.",
    "bad_phase": "The phases {notation!r} make no sense from character {position} on (counted"
    " from 0); write them like S3+R4,R7,C7.",
    "phase_too_large": "The phase {notation!r} takes {size} cards: ten are the most.",
    "no_such_option": "There is no option {option!r}; there are: {known}.",
    "bad_option": "The option {option} cannot be {value!r}.",
}

_DATABASE = {
    "locked": "another program holds it",
    "full": "the disk is full",
    "readonly": "it cannot be written",
    "cannot_open": "it cannot be opened",
    "cannot_create": "its directory cannot be made",
    "not_a_database": "it is no SQLite database",
    "corrupt": "it is damaged",
    "foreign": "it belongs to another program",
    "unsupported": "only SQLite files and PostgreSQL servers are supported",
    "bad_url": "its URL makes no sense; it should look like"
    " postgresql://user:password@host:5432/database, with special characters as %xx",
    "unreachable": "its server cannot be reached",
    "not_let_in": "its server does not accept the user or the password",
    "no_such_database": "its server has no such database",
    "not_unicode": "its encoding is not UTF8",
    "not_empty": "it is not empty",
    "older": "an older version of this program made it; start the bot once with this version",
    "failed": "something went wrong",
}


def about_record(error: RecordError) -> str:
    """Why a line of a record is wrong, as the second half of a sentence."""
    data = {
        key: value if len(str(value)) <= _LONGEST_EXPECTED else f"{str(value)[:_LONGEST_EXPECTED]}…"
        for key, value in error.data.items()
    }
    try:
        return _RECORD[error.code].format(**data)
    except KeyError:
        return str(error)


def about_database(error: StoreError) -> str:
    """What is wrong with the database, and what can be done."""
    if isinstance(error, DatabaseNewerError):
        return (
            f"A newer version of this program made the database {error.path};"
            " get that version, or set DATABASE_URL to another database."
        )
    if isinstance(error, DatabaseUnusableError):
        why = _DATABASE.get(error.code, error.code)
        said = f" ({error.said})" if error.said else ""
        return f"The database {error.path} cannot be used: {why}{said}."
    return f"The database cannot be used: {error}."


def about_rules(error: GameError) -> str:
    """Why a game cannot be played like this."""
    data = {
        key: ", ".join(value) if isinstance(value, tuple) else value
        for key, value in error.data.items()
    }
    try:
        return _RULES[error.code].format(**data)
    except KeyError:
        return f"These rules cannot be played: {error}."
