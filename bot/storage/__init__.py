"""Games, lobbies, records and results in SQLite or PostgreSQL, through SQLAlchemy Core.

Each topic has a module of functions that take a connection and run in a transaction of their
caller; :class:`~bot.storage.store.SqlStore` offers them as coroutines.
"""
