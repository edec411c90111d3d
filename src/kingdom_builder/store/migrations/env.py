"""Alembic's entry point: it migrates on the connection that `database.py` passes."""

from alembic import context

from kingdom_builder.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
