"""What every part of the bot on Discord shares: ids, panels, errors, permissions, text."""
