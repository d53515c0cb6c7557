"""The server as the network sees it: calls, pages, streams and their bounds."""
