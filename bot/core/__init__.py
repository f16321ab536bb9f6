"""What every game shares: errors, provable chance, steps, records, snapshots, and the seam."""
