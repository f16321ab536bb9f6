"""Score sheets for printed cards; pure.

A sheet is the results that people enter. Points, totals, phases, dealers, play-offs and the end are
computed from them by the functions of the card game (:mod:`bot.cards.turns`).
"""
