"""Helpers of the leak tests: tagged cards, a server with captured output, a leak detector, and equivalent set-ups."""
