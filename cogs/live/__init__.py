"""Sending messages to Discord and keeping them up to date."""
