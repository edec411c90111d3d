"""Caves."""
