"""Games, lobbies, records and results in SQLite or PostgreSQL, through SQLAlchemy Core.

Each topic has a module of functions that take a connection. A caller runs one in a transaction
with :meth:`~bot.storage.database.Database.read` or ``write``. Functions that need more than one
transaction are coroutines that take the database.
"""
