"""Reviews of finished card games: chances through a game, and single choices."""
