"""The compiled kernel gives the same results as Python."""
