"""Set-ups: from options and a seed to everything that lies on the table, and the board sections."""
