"""Messages as data: a view and words in, a panel out."""
