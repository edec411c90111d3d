"""The HTTP routes: tables, seats, finished games, tools, the page, and operations."""
