"""The coach: the oracle in words. Hints, review, puzzles, balance."""
