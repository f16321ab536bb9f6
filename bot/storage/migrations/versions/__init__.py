"""One script for each version that changes the schema; a released script is never edited.

To change the schema, change ``bot/storage/schema.py``. The first change after a release adds a
script here that follows the newest one, appends its revision to ``REVISIONS`` in
``bot/storage/revisions.py``, and keeps a database of the released version of each kind in
``tests/storage/kept``; until the next release, other changes go into that script.

The tests upgrade a kept database of each kind, which has rows in every table, and compare its
tables with those of a new one: they fail where script and schema differ.
"""
