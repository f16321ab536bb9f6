"""Results of finished games as plain data: outcomes, ratings, achievements, statistics."""
