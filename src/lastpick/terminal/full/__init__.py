"""The full-screen app. Textual is imported in here and nowhere else."""
