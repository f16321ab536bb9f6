"""One script for each change of the schema; a released script is never edited.

To change the schema, change ``bot/storage/schema.py``, add a script here that follows the newest
one, and append its revision to ``REVISIONS`` in ``bot/storage/revisions.py``. Dump a database of
the new revision into ``tests/storage/kept``. The tests upgrade every dump there, compare its tables
with those of a new database, and continue its game.
"""
