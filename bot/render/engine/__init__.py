"""What every picture is made with: canvas, text, sprites, palettes and themes."""
