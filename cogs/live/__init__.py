"""What keeps messages in Discord up to date."""
