"""The results of the daily challenges."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the table; there were no daily challenges before."""
    op.create_table(
        "daily_results",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("gold", sa.Integer, nullable=False),
        sa.Column("margin", sa.Integer, nullable=False),
        sa.Column("hinted", sa.Boolean, nullable=False),
        sa.Column("finished_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("day", "person", name="pk_daily_results"),
        sa.ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.seat"], name="fk_daily_results_game_seat"),
        sa.UniqueConstraint("game", name="uq_daily_results_game"),
    )
    columns = ["day", "gold", "margin", "finished_at"]
    op.create_index("ix_daily_results_day_gold_margin_finished_at", "daily_results", columns)
