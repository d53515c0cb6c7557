"""What an evaluation shows: the figures, and as text."""
