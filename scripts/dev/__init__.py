"""Tools for work on this repository."""
