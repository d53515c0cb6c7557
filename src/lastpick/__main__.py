"""`python -m lastpick`."""

import sys

from .cli import main

sys.exit(main())
