"""Capitol."""
