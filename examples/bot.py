"""A bot that plays over the network: `python bot.py "INVITE LINK"`.

It joins the game that the link invites to, and picks at random until somebody has won.
"""

import json
import random
import sys
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(path: str, token: str = "", **body: object) -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urlopen(Request(game + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


link = sys.argv[1] if len(sys.argv) == 2 else ""
page, _, invite = link.partition("#invite=")
if not invite:
    sys.exit(__doc__)
game = page.replace("/game/", "/api/games/")
seat, token = call("/join", invite=invite, key=uuid.uuid4().hex)["tokens"].popitem()
with urlopen(f"{game}/events") as news:
    for line in news:
        state = json.loads(line[6:]) if line.startswith(b'data: {"id"') else {}
        if state.get("outcome"):
            print(f"Player {state['outcome']['winner']} wins")
            break
        if state.get("turn") == int(seat):
            pick = {"pick": random.choice(state["legal"]), "version": state["version"]}
            try:
                call("/picks", token, key=uuid.uuid4().hex, **pick)
            except HTTPError as error:  # stale, mostly: newer news is on its way
                print(error.code, json.load(error)["error"])
