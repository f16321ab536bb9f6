"""Messages as data: functions from a view and a translator to a ``Screen``."""
