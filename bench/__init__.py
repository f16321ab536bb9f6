"""Each part of the program measured next to its floor, in one run."""
