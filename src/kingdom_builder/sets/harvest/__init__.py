"""Harvest."""
