"""The Discord side of the bot: commands, components, messages."""
