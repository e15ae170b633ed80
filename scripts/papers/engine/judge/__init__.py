"""Verdicts on the claims of the papers."""
