"""The bot in a local browser page, with a simulated Discord: no token, no network."""
