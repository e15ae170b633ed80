"""Kinds of figures whose numbers do not come from ordinary runs alone."""
