"""A small model of a server: what one table costs, and how many tables machines can serve."""

from __future__ import annotations

from dataclasses import dataclass

KEPT_FREE = 0.3
"""The share of every core that is kept free: answers wait when a core is busier."""


@dataclass(frozen=True)
class Costs:
    """Measured costs, in seconds of CPU time unless it says otherwise."""

    move: float
    """A move at a table of two people, with both updates."""
    spectator: float
    """A move for each spectator of the table."""
    idle_table: float
    """A second of a table with two connected people who do nothing."""
    process: float
    """A second of a server process without tables."""
    bot_turn: float
    """A bot's turn in the server process."""
    bot_thinking: float
    """A bot's turn in the process that thinks."""
    database: float
    """A move in the database server."""
    memory: float
    """The memory of a table in the server, in bytes, with the connections of two people."""


@dataclass(frozen=True)
class Usage:
    """How people use tables: moves per second and spectators of a table on average."""

    moves: float = 0.2
    spectators: float = 0.1


@dataclass(frozen=True)
class Machine:
    """A machine for server processes, one for each core."""

    cores: int
    memory: float


@dataclass(frozen=True)
class Model:
    """The costs of tables that are used in one way."""

    costs: Costs
    usage: Usage

    @property
    def table(self) -> float:
        """The CPU time of the server for one table in one second."""
        move = self.costs.move + self.usage.spectators * self.costs.spectator
        return self.costs.idle_table + self.usage.moves * move

    def cores(self, tables: float, processes: int) -> float:
        """Return the cores that server processes use for tables."""
        return processes * self.costs.process + tables * self.table

    def tables_per_core(self) -> float:
        """Return the tables of one process, which cannot use more than one core."""
        return (1 - KEPT_FREE - self.costs.process) / self.table

    def tables(self, machine: Machine) -> float:
        """Return the tables of one machine: what its cores can serve or what its memory can hold."""
        return min(machine.cores * self.tables_per_core(), (1 - KEPT_FREE) * machine.memory / self.costs.memory)

    def database_cores(self, tables: float) -> float:
        """Return the cores that the database server uses for the moves of tables."""
        return tables * self.usage.moves * self.costs.database
