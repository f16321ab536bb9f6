"""One file for each change of the schema; what has been released is never edited."""
