"""The server: tables over HTTP and WebSockets, stored in a database, played by people and bots."""
