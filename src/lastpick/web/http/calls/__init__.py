"""The public calls: each declared once, with what it reads, answers and costs."""

from __future__ import annotations

from ..route import Routes
from . import catalog, coaching, health, lessons, making, playing, puzzles, solo

_BY_SUBJECT = (making, playing, coaching, catalog, puzzles, lessons, solo, health)
ROUTES = Routes(route for subject in _BY_SUBJECT for route in subject.ROUTES.all)
