"""Set-ups: make a set-up from options and a seed, and read, check and generate board sections."""
