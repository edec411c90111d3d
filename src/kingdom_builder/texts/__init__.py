"""What the game says, in every language: names, questions, reasons, log sentences and the rules for players."""
