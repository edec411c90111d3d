"""One module per change of the schema; a released one is never edited."""
