"""One game: what was agreed, what happened, and what may be done."""
