"""Everything that knows Discord: commands, views, errors."""
