"""Things that several pictures show, and where they are."""
