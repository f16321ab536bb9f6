"""One script for each change of the schema; a released script is never edited.

To change the schema, change ``bot/storage/schema.py``, add a script here that follows the newest
one, and append its revision to ``REVISIONS`` in ``bot/storage/revisions.py``. Add a file to
``tests/storage/kept`` that makes a database of the new revision from one of the revision before,
with rows of the new tables. The tests upgrade each of these databases, compare its tables with
those of a new one, and continue its game.
"""
