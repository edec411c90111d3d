"""Record the golden games again (`make golden`); CONTRIBUTING.md says when to do this.

Each file contains the games of one mix of sets, separated by a line `---`: the record, then its outcome.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path

from kingdom_builder import Game, new_game
from kingdom_builder.arena.game import play_game
from kingdom_builder.bots import new_bot
from tests.random_play import PLAYERS, mixes

HERE = Path(__file__).parent
SEPARATOR = "---\n"
BOTS = (("random",), ("greedy",), ("greedy", "random"))
"""The bots, which are assigned to the seats in turn."""
VARIANTS = ((False, False), (True, False), (False, True), (True, True))
"""Two cards, without Lords."""


def file_of(mix: tuple[str, ...]) -> Path:
    """Return the file with the golden games of a mix."""
    return HERE / f"{'-'.join(mix)}.txt"


def outcome(game: Game) -> list[str]:
    """Return the outcome of a finished game: scores, and a hash of the position."""
    scores = " ".join(str(gold) for gold in game.scores())
    return [f"scores: {scores}", f"position: {sha256(game.to_position().encode()).hexdigest()}"]


def split(entry: str) -> tuple[str, list[str]]:
    """Split an entry of a file into record and outcome."""
    lines = entry.splitlines()
    return "\n".join(lines[:-2]) + "\n", lines[-2:]


def play_games(mix: tuple[str, ...]) -> Iterator[Game]:
    """Play one game for each number of players, variant and choice of bots."""
    games = product(PLAYERS, VARIANTS, BOTS)
    for seed, (players, (two_cards, without_lords), bots) in enumerate(games, 10_000 * mixes().index(mix)):
        game = new_game(seed, players=players, sets=mix, two_cards=two_cards, without_lords=without_lords)
        play_game(game, [new_bot(bots[seat % len(bots)], seed + seat) for seat in range(players)])
        yield game


def main() -> None:
    """Write all files."""
    for mix in mixes():
        entries = [game.to_record() + "\n".join(outcome(game)) + "\n" for game in play_games(mix)]
        file_of(mix).write_text(SEPARATOR.join(entries), encoding="utf-8")
        print(f"{file_of(mix).name}: {len(entries)} games", flush=True)


if __name__ == "__main__":
    main()
