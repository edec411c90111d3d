"""The migrations of the schema: an older database is migrated when it is opened."""
