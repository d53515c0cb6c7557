"""The terminal: line mode, the menu, and what the other commands show."""

# Exit codes: all went well; the job could not be done; wrong usage or input; Ctrl-C.
DONE, UNABLE, WRONG, INTERRUPTED = 0, 1, 2, 130
