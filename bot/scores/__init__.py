"""Results of finished games as plain data: outcomes, totals, periods, ratings."""
