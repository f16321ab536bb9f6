"""The rules core: pure data and functions; no I/O, no clock, no Discord, no pictures."""
