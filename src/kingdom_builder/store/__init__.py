"""Games in a database: SQLite embedded, PostgreSQL by URL; nothing that was acknowledged is ever lost."""
