"""The daily hand: one deal a day, the same for everyone, played alone; pure like the rules."""
