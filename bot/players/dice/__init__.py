"""Computer players of the dice game: a DiceView in, an action out."""
