"""Running the bot as a service: start and stop, signals, health."""
