"""Kinds of figures of the paper."""
