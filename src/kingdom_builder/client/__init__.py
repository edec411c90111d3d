"""A client of a server: a bot of this machine plays a seat at a table elsewhere (docs/protocol.md)."""
