"""Evaluation: how well a player decides where the choice matters, graded exactly."""
