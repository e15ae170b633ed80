"""Which runs figures want, the runs, and their tidy tables."""
