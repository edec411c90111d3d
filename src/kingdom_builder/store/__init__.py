"""Tables in a database: SQLite embedded, PostgreSQL by URL. What was acknowledged is never lost."""
