"""The games that are open, who is there, and what happens by itself."""
