"""Puzzles: positions in which one turn is clearly the best. The shipped file, grading, and how they are found."""
