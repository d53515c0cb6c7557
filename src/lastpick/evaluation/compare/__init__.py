"""Several players' results side by side: the figures, and what lies between the players."""
