"""File formats: game records and position files."""
