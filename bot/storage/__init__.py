"""SQLAlchemy Core on aiosqlite: games, lobbies and their records."""
