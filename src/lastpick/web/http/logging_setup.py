"""Logs as JSON, one line each, to standard error."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from typing import Any

_KNOWN = set(vars(logging.makeLogRecord({})))


class Lines(logging.Formatter):
    """A record as one JSON object: when, what, and whatever else is known."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told: dict[str, Any] = {
            "at": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "process": os.getpid(),
            "event": record.getMessage(),
        }
        told |= {key: value for key, value in vars(record).items() if key not in _KNOWN}
        told.pop("color_message", None)
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


def set_up() -> None:
    """Send the logs of the server, and the warnings of its parts, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("lastpick.web").setLevel(logging.INFO)
    logging.getLogger("asyncpg").setLevel(logging.ERROR)  # the store says when it fails
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.ERROR)  # its warnings are about what strangers send
