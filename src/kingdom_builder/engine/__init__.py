"""The rules: hexes, boards, positions and turns. Pure: no input or output, no clock, standard library only."""
