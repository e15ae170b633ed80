"""Histories of right and of wrong queues, each with what is to be found in it.

simulation   threads that take turns at random steps, and write what they see
queues       queues that keep their promises
faulty       queues that do not
cases        the cases: published defects, mutants and right queues

`published/` has short histories of defects in published code, written by hand. The others are made from
seeds. Nothing here knows how a history is checked.
"""

from .cases import Case, all_cases, mutants, published, right_queues, write

__all__ = ["Case", "all_cases", "mutants", "published", "right_queues", "write"]
