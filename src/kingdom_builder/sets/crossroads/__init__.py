"""Crossroads."""
