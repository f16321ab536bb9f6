"""Views of Components V2 and the dynamic items behind their buttons and menus."""
