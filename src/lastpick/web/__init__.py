"""Play in the browser: the server, its store and the page. A game is its log of events."""
