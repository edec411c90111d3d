"""Keys with which the server marks its cookies."""

import secrets
import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the table, with the first key."""
    keys = op.create_table(
        "cookie_keys",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_cookie_keys"),
    )
    op.bulk_insert(keys, [{"key": secrets.token_hex(32), "created_at": time.time()}])
