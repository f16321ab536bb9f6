"""One live game per channel: lobby, manager, registry and the ports they need."""
