"""The parts that all games share: errors, provable chance, states, records, snapshots."""
