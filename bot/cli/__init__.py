"""The ``phase10`` command, one module per command family."""
