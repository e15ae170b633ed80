"""The Python behind scripts/check-history, which checks histories of concurrent priority queues.

counts    how many points are earlier and smaller, for many questions at once
history   a history: its format, and what is wrong with a file
items     which pop returned which push, and what no right queue can have answered
ranks     rank errors and delays, with the interval that the overlap of operations leaves
orders    empty answers, and the order that a queue promises to each thread
bounds    promised bounds of rank errors, and the test of a mean
verdict   all of these for one history, as text and as JSON
corpus    histories of right and of wrong queues
cli       the command line

A module imports only those above it in this list, and `corpus` none of them.
"""
