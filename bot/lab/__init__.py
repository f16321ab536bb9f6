"""Simulation, tournaments, odds and demo data, without a table or a clock."""
