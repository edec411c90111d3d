"""The daily challenge."""
