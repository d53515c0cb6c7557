"""A game on a server on the full screen, against somebody at the public interface."""

import re
from collections.abc import Callable

from full_screen import full_screen
from support.full_screen import Driver, driven
from support.serving import Server
from support.visitor import Table, Visitor
from textual.widgets import Button, Static

from lastpick.terminal.full.dialogs import Question
from lastpick.terminal.full.online_game import OnlineGame
from lastpick.terminal.full.review import ReviewScreen
from lastpick.terminal.online import JoinRequest, sit_online


def joined(table: Table) -> Callable[[], OnlineGame]:
    link = f"{table.visitor.url}/game/{table.id}#invite={table.invite}"
    return lambda: OnlineGame(sit_online(JoinRequest(link, "Ben"), print))


async def says(app: Driver, part: str, text: str) -> None:
    """Wait until a part of the panel says something."""
    await app.until(lambda: text in app.part(part))


def heading(app: Driver) -> str:
    return str(app.screen.query_one("#title", Static).content)


async def answer(app: Driver, label: str) -> None:
    """Press a button of the question that is open."""
    await app.until(lambda: isinstance(app.screen, Question))
    button = next(b for b in app.screen.query(Button) if str(b.label) == label)
    await app.pilot.click(button)
    await app.until(lambda: isinstance(app.screen, OnlineGame))


def test_a_game_to_its_end_and_a_rematch(visitor: Visitor) -> None:
    table = visitor.create("me", "friend", names=["Ann", None], numbers="1-12", best_of=3)

    async def script(app: Driver) -> None:
        await says(app, "status", "Ann (●) is to pick.")
        await app.pick(5)
        assert app.part("news") == "It is Ann's turn."
        table.play(6)
        await says(app, "news", "Ann picked 6.")
        assert app.part("status") == "Your turn (Player 2, ■)."
        await app.pick(5)
        assert app.part("news") == "5 is neither a divisor nor a multiple of 6."
        assert app.key_bar().count("take back") == 1
        while legal := table.state["legal"]:
            picked = table.state["picks"]
            if table.state["turn"] == 1:
                if table.play(legal[-1])["legal"]:
                    await says(app, "news", f"Ann picked {legal[-1]}.")
            else:
                await says(app, "status", "Your turn")
                await app.pick(legal[-1])
                table.until(lambda now: len(now["picks"]) > len(picked))  # noqa: B023
                await app.until(lambda: "Your turn" not in app.part("status"))
        winner = table.state["outcome"]["winner"]
        await says(app, "status", "You win!" if winner == 2 else "You lose.")
        score = f"Ann {int(winner == 1)}, Ben {int(winner == 2)}."
        await says(app, "news", score)
        await app.press("v")
        assert isinstance(app.screen, ReviewScreen)
        await app.press("escape")
        await app.press("m")
        await says(app, "news", "Asked Ann for another game.")
        answered = table.act("rematch", 1)
        assert answered.status == 201
        await says(app, "status", "Your turn (Player 1, ●).")  # the other one starts
        assert "game 2, best of 3" in heading(app)
        following = Table(visitor, answered.json)
        await app.pick(7)
        assert following.until(lambda now: now["picks"])["picks"] == [7]

    driven(script, joined(table))


def test_takebacks_hints_and_giving_up(visitor: Visitor) -> None:
    clock = {"seconds": 300}
    table = visitor.create("friend", "me", names=[None, "Ann"], clock=clock)

    async def script(app: Driver) -> None:
        await says(app, "status", "Your turn (Player 1, ●).")
        assert "Ben 5:00, Ann 5:00" in heading(app)
        await app.press("h")
        await says(app, "coach", "Hint 1 of 3: You can win")
        await app.press("u")
        await says(app, "news", "You have not picked anything yet.")
        await app.pick(6)
        await says(app, "status", "Ann (■) is to pick.")
        await app.press("u")
        await says(app, "news", "Asked Ann to take your last pick back.")
        assert table.act("takeback", 2).status == 201
        await says(app, "news", "Taken back: 6.")
        await app.pick(12)
        await says(app, "status", "Ann (■) is to pick.")
        table.play(6)
        await says(app, "status", "Your turn")
        assert table.act("takeback", 2).status == 201
        await answer(app, "Decline")
        table.until(lambda now: now["takeback"] is None)
        assert table.state["picks"] == [12, 6]
        assert table.act("takeback", 2).status == 201
        await answer(app, "Agree")
        await says(app, "news", "Taken back: 6.")
        await app.press("g")
        await answer(app, "Give up")
        await says(app, "status", "You lose. You resigned.")

    driven(script, joined(table))
    assert table.state["outcome"] == {"winner": 2, "reason": "resignation"}


def test_on_a_real_terminal_it_leaves_and_comes_back(server: Server, visitor: Visitor) -> None:
    words = ("invite", "divisor-duel", "--server", server.url, "--full")
    with full_screen(*words, columns=120, lines=30) as ann:
        ann.wait(lambda screen: "Waiting for your friend" in screen.after)
        found = re.search(r"/game/(\S+)#invite=(\S+)", ann.after)
        assert found
        table = Table(visitor, {"id": found[1], "tokens": {}, "invite": found[2]})
        table.tokens |= table.join(name="Ben").json["tokens"]
        ann.wait("Your turn")
        ann.press(6)
        table.until(lambda now: now["picks"] == [6])
        table.play(3)
        ann.wait("Ben picked 3")
        ann.press("ctrl+c")
        assert ann.end() == 0
        assert f"To come back to this game: lastpick join {server.url}/game/" in ann.after
    with full_screen("join", f"{server.url}/game/{table.id}", "--full") as ann:
        ann.wait("Your turn")
        ann.press(9)
        table.until(lambda now: now["picks"] == [6, 3, 9])
