"""Nomads."""
