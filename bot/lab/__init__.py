"""Simulation, tournaments and demo data, without a table or a clock."""
