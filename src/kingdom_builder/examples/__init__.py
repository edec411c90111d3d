"""Examples of the rules for players: small maps in text, checked by the engine and drawn by the page."""
