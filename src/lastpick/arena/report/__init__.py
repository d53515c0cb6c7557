"""What a tournament shows: the figures, as text, CSV and HTML."""
