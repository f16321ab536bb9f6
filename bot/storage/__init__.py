"""SQLAlchemy Core on SQLite or PostgreSQL: games, lobbies, records and what comes of them."""
