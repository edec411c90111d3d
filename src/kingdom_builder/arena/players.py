"""The players of an arena: the bots of every name, the time they have, and the sections that their games need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kingdom_builder.arena.isolated import START_SECONDS, BotProcessFault, IsolatedBot
from kingdom_builder.bots import Bot
from kingdom_builder.bots.guarded import BotError
from kingdom_builder.bots.specs import BotSource, budget_of, resolve


@dataclass(frozen=True)
class BotEnvironment:
    """What every process needs to make bots: where they come from, the time allowed, a folder of sections.

    A name without a source is resolved when it is needed.
    """

    sources: Mapping[str, BotSource] = field(default_factory=dict)
    turn_seconds: float | None = None
    own_sections: str | None = None
    isolated_seconds: float | None = None
    """With a value, foreign bots play in processes of their own and have so many seconds for an answer."""

    def source(self, name: str) -> BotSource:
        """Return the source of a bot; raise ValueError if there is no bot of this name."""
        return self.sources.get(name) or resolve(name)

    def has_foreign(self, names: Iterable[str]) -> bool:
        """Return whether one of the bots is not the project's own."""
        return any(self.source(name).foreign for name in names)

    def check_bots(self, names: Iterable[str]) -> None:
        """Raise BotError if one of the foreign bots cannot be made; each is made once, in a process of its own."""
        for name in dict.fromkeys(names):
            source = self.source(name)
            if source.foreign:
                try:
                    IsolatedBot(source, 0, hang_seconds=START_SECONDS, own_sections=self.own_sections).close()
                except BotProcessFault as fault:
                    raise BotError(name, fault.where) from None

    def bot_versions(self, names: Iterable[str]) -> dict[str, str]:
        """Return for each bot what changes when it plays differently."""
        return {name: self.source(name).version for name in sorted(set(names))}

    def seconds_allowed(self, name: str) -> float | None:
        """Return the CPU time that a bot may spend on a turn: that of all bots, else by its budget, else no limit."""
        if self.turn_seconds is not None:
            return self.turn_seconds
        budget = budget_of(name)
        return None if budget is None or budget.seconds is None else with_slack(budget.seconds)

    def new_bot(self, name: str, seed: int) -> Bot:
        """Return a new bot for a seat."""
        source = self.source(name)
        if self.isolated_seconds is None or not source.foreign:
            return source.new(seed)
        return IsolatedBot(source, seed, hang_seconds=self.isolated_seconds, own_sections=self.own_sections)


def with_slack(seconds: float) -> float:
    """Return the CPU time after which a bot with a time budget has overrun it: half as much again and 0.25 s.

    >>> with_slack(0.5)
    1.0
    """
    return 1.5 * seconds + 0.25


def sources_of(names: Iterable[str]) -> dict[str, BotSource]:
    """Return the source of each bot; read the files of bots without running them, raise ValueError for a wrong name."""
    return {name: resolve(name) for name in names}
