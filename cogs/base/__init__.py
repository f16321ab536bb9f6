"""Shared parts of the bot on Discord: ids, screens, errors, permissions, text."""
