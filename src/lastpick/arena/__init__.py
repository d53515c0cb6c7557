"""Tournaments: who plays whom, the results kept safe, ratings, and the report."""
