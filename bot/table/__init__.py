"""One live game a channel: lobby, manager, registry and the ports they need."""
