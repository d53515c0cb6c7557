"""Evaluation: how well a player decides where the choice matters, graded exactly."""

from .decision import PROMPTS, Prompt, Score, again, prompt, score

__all__ = ["PROMPTS", "Prompt", "Score", "again", "prompt", "score"]
