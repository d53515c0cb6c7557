"""The pages in a real browser, against real servers. A package, so that its conftest has a name."""
