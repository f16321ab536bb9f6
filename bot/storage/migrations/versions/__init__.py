"""One script for each version that changes the schema; a released script is never edited.

To change the schema, change ``bot/storage/schema.py``. Until version 1.1 is released, add the same
to ``rev_1_1.py``: a table to ``_add_tables``, a column of ``result_seats`` to ``_change_results``
(of another table with ``op.add_column``), a choice that is gone to ``_UNREAD_CHOICES``, what goes
to ``_TABLES`` or ``_COLUMNS``. Later, add a script here that follows the newest one, append its
revision to ``REVISIONS`` in ``bot/storage/revisions.py``, and keep a database of version 1.1 of
each kind in ``tests/storage/kept``.

The tests upgrade a kept database of each kind, which has rows in every table, and compare its
tables with those of a new one: they fail where script and schema differ.
"""
