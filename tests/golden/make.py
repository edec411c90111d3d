"""Record again the golden games that no longer fit (`make golden`); CONTRIBUTING.md says when to do this.

Each file contains the games of one mix of sets, separated by a line `---`: the record, then its outcome.
"""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import product
from pathlib import Path

from kingdom_builder import RecordError
from kingdom_builder.arena.game import play_game
from kingdom_builder.bots import new_bot
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.game import Game, new_game
from tests.random_play import PLAYERS, mixes

HERE = Path(__file__).parent
SEPARATOR = "---\n"
BOTS = (("random",), ("greedy",), ("greedy", "random"))
"""The bots, which are assigned to the seats in turn."""
VARIANTS = ((False, False), (True, False), (False, True), (True, True))
"""Two cards, without Lords."""
GAMES = tuple(product(PLAYERS, VARIANTS, BOTS))
"""The games of each mix: one for each number of players, variant and choice of bots."""


def file_of(mix: tuple[str, ...]) -> Path:
    """Return the file with the golden games of a mix."""
    return HERE / f"{'-'.join(mix)}.txt"


def outcome(game: Game) -> list[str]:
    """Return the outcome of a finished game: scores, and a hash of the position."""
    scores = " ".join(str(gold) for gold in game.scores())
    visible = json.dumps(position_document(game)) + "\n"
    return [f"scores: {scores}", f"position: {sha256(visible.encode()).hexdigest()}"]


def split(entry: str) -> tuple[str, list[str]]:
    """Split an entry of a file into record and outcome."""
    lines = entry.splitlines()
    return "\n".join(lines[:-2]) + "\n", lines[-2:]


def why_not_golden(entry: str) -> str:
    """Return why a recorded game no longer fits, empty if it replays to the same end."""
    record, expected = split(entry)
    try:
        game = Game.from_record(record)
    except RecordError as error:
        return str(error)
    if not game.over:
        return "the game is not over after the last answer"
    return "" if outcome(game) == expected else "the outcome is another"


def play_entry(mix: tuple[str, ...], number: int) -> str:
    """Play the game with this number of a mix and return its entry."""
    players, (two_cards, without_lords), bots = GAMES[number]
    seed = 10_000 * mixes().index(mix) + number
    game = new_game(seed, players=players, sets=mix, two_cards=two_cards, without_lords=without_lords)
    play_game(game, [new_bot(bots[seat % len(bots)], seed + seat) for seat in range(players)])
    return game.to_record() + "\n".join(outcome(game)) + "\n"


def main() -> None:
    """Write all files, with every game that still fits as it is."""
    for mix in mixes():
        file = file_of(mix)
        entries = file.read_text(encoding="utf-8").split(SEPARATOR) if file.exists() else []
        for number in range(len(GAMES)):
            why = why_not_golden(entries[number]) if number < len(entries) else "there is none"
            if why:
                entries[number : number + 1] = [play_entry(mix, number)]
                print(f"{file.name}: game {number + 1} recorded: {why}", flush=True)
        file.write_text(SEPARATOR.join(entries), encoding="utf-8")


if __name__ == "__main__":
    main()
