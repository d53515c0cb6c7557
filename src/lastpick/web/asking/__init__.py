"""Hard questions, answered by processes of their own."""
