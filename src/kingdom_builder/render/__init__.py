"""Drawings of a board: SVG and text."""
