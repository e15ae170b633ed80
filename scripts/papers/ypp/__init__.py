"""The thesis on performance-driven work stealing in YewPar (YPP)."""
