"""The tools of all pictures: canvas, text, sprites, palettes and themes."""
