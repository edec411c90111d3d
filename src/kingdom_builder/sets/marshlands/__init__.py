"""Marshlands."""
