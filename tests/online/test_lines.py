"""A game on a server in line mode: real terminals, a real server, and somebody at the interface."""

import re
from pathlib import Path

import pytest
from support.running import command, run
from support.screens import Terminal, terminal
from support.serving import Server
from support.visitor import Table, Visitor, until

from lastpick.record import parse

PROMPT = r"number: "
WAITING = r"Waiting for [^:]+: "
AFTER = "Enter rematch, review or quit: "
LINK = re.compile(r"http://\S+#invite=\S+")


def link(table: Table) -> str:
    return f"{table.visitor.url}/game/{table.id}#invite={table.invite}"


def invited(ann: Terminal) -> str:
    """The link that is shown to whoever invites."""
    ann.expect("Waiting for your friend")
    found = LINK.search(ann.raw)
    assert found
    return found[0]


def game_of(text: str) -> str:
    found = re.search(r"/game/([\w-]+)", text)
    assert found
    return found[1]


def play_out(visitor: Visitor, game: str, people: tuple[Terminal, Terminal]) -> list[int]:
    """The last legal pick, by whoever is to move, until there is none; both see each."""
    picks: list[int] = []
    while legal := (state := visitor.state(game))["legal"]:
        picks.append(legal[-1])
        mover = people[state["turn"] - 1]
        mover.expect(PROMPT)
        mover.child.sendline(str(legal[-1]))
        for person in people:
            person.expect(rf"(?<![0-9]){legal[-1]}\r\n")
        until(lambda: visitor.state(game)["picks"], lambda made: made == picks)
    return picks


# --- two terminals --------------------------------------------------------------------------------


def test_two_terminals_play_a_match_to_its_end(
    server: Server, visitor: Visitor, tmp_path: Path
) -> None:
    """Both of one user, in two windows: each has a seat of its own."""
    record = tmp_path / "match.txt"
    words = ("invite", "divisor-duel", "--numbers", "1-12", "--best-of", "3", "--name", "Ann")
    with terminal(*words, "--server", server.url, "--record", record, columns=150) as ann:
        invitation = invited(ann)
        with terminal("join", invitation, "--name", "Ben", columns=150) as ben:
            ann.expect("Ben is here")
            people, game, score = (ann, ben), game_of(invitation), {"Ann": 0, "Ben": 0}
            picks = []
            for number in (1, 2, 3):
                for person in (ann, ben):
                    person.expect(f"Game {number}, best of 3: {'Ann' if number % 2 else 'Ben'} sta")
                seats = people if number % 2 else (ben, ann)
                picks.append(play_out(visitor, game, seats))
                winner = visitor.state(game)["outcome"]["winner"]
                won, lost = seats[winner - 1], seats[2 - winner]
                won.expect("You win")
                lost.expect("You lose")
                score["Ann" if won is ann else "Ben"] += 1
                told = ", ".join(f"{name} {score[name]}" for name in ("Ann", "Ben"))
                back = ", ".join(f"{name} {score[name]}" for name in ("Ben", "Ann"))
                for person in (ann, ben):
                    person.expect(f"Score: {told if number % 2 else back}")
                if 2 in score.values():
                    break
                game = until(lambda: visitor.state(game), lambda now: now["next"])["next"]  # noqa: B023
            for person in (ann, ben):
                person.expect("wins the match!")
                person.expect(AFTER)
                person.child.sendline("quit")
                assert person.end() == 0
    games = parse(record.read_text())
    assert [list(one.events) for one in games] == picks
    assert [one.match for one in games] == [(at, 3) for at in range(1, len(picks) + 1)]
    assert invitation.partition("#")[2] not in server.log.read_text()


def test_a_rematch_is_asked_for_and_agreed_to(server: Server, visitor: Visitor) -> None:
    with terminal("invite", "divisor-duel", "--server", server.url, columns=150) as ann:
        invitation = invited(ann)
        with terminal("join", invitation, columns=150) as ben:
            ann.expect(PROMPT)
            ann.enter("resign", "Give up")
            ann.enter("yes", AFTER)
            ben.expect("Player 1 resigns. Player 2 wins!")
            ben.expect("You win")
            ben.expect(AFTER)
            ben.enter("review", "Who was winning")
            ben.expect(AFTER)
            ann.enter("rematch", "Asked Player 2 for another game")
            ben.expect("Player 1 wants another game")
            ben.expect(AFTER)
            ben.child.sendline("rematch")
            ben.expect("Select any number: ")  # the other one starts
            ann.expect("Player 1's Turn")
            ben.child.sendline("7")
            ann.expect("number: 7")
            following = visitor.state(game_of(invitation))["next"]
            assert until(lambda: visitor.state(following)["picks"], bool) == [7]
            ben.expect(WAITING)
            ben.child.sendintr()
            ben.expect(f"To come back to this game: lastpick join {server.url}/game/{following}")
            assert ben.end() == 130
            with terminal("join", invitation, columns=150) as ben:  # to the latest game
                ben.expect("Selected so far: 7")
                assert "resigns" not in ben.raw
                ann.expect(PROMPT)
                ann.child.sendline("14")
                ben.expect("number: 14\r\n")


# --- somebody in a browser, as the interface sees them --------------------------------------------


def test_a_takeback_is_asked_both_ways(visitor: Visitor) -> None:
    table = visitor.create("me", "friend", names=["Ann", None])
    with terminal("join", link(table), columns=150) as ben:
        ben.expect(WAITING)
        table.play(6)
        ben.expect(PROMPT)
        ben.child.sendline("3")
        ben.expect(WAITING)
        ben.enter("undo", "Asked Ann to take your last pick back")
        state = table.until(lambda now: now["takeback"] == 2)
        assert table.act("takeback", 1, state["version"], agree=False).status == 201
        ben.expect("Ann declines")
        ben.expect(WAITING)
        ben.enter("undo", "Asked Ann")
        state = table.until(lambda now: now["takeback"] == 2)
        assert table.act("takeback", 1, state["version"]).status == 201
        ben.expect("Taken back: 3")
        ben.expect(PROMPT)
        assert table.act("takeback", 1).status == 201
        ben.expect("Ann asks to take the last pick back: enter yes or no")
        ben.enter("no", "Declined")
        assert table.state["picks"] == [6]
        ben.expect(PROMPT)
        assert table.act("takeback", 1).status == 201
        ben.expect("Ann asks")
        ben.enter("yes", "Taken back: 6")
        assert table.state["picks"] == []
        ben.expect(WAITING)
        ben.enter("yes", "Nobody asks you for anything")


def test_refusals_hints_and_what_is_shown(visitor: Visitor) -> None:
    table = visitor.create("friend", "me", names=[None, "Ann"], clock={"seconds": 300})
    with terminal("join", link(table), columns=150) as ben:
        ben.expect(r"You are Player 1")
        ben.expect(r"Player 1 5:00, Ann 5:00")
        ben.expect(PROMPT)
        ben.enter("99", "99 is not in the range 1-20")
        ben.enter("hint", r"You can win: \d+ of your 20 picks win")
        ben.enter("hint", r"hint again tells more")
        ben.enter("claim", "It is your turn: there is nothing to claim")
        ben.enter("undo", "You have not picked anything yet")
        ben.enter("6", "Ann's Turn")
        ben.expect(WAITING)
        ben.enter("hint", "Hints are for whoever is to pick")
        ben.enter("7", "It is Ann's turn")
        ben.enter("pool", "Available: ")
        assert table.state["picks"] == [6]
        table.act("resign", 2)
        ben.expect("Ann resigns. Player 1 wins!")
        ben.expect("You win")


def test_a_friend_who_has_left_loses(visitor: Visitor) -> None:
    table = visitor.create("friend", "me")
    with terminal("join", link(table), columns=150) as ben:
        ben.expect(PROMPT)
        ben.enter("6", WAITING)
        for _ in range(1_000):  # until the server has not heard of them for a second
            ben.child.sendline("claim")
            if ben.expect("has left. Player 1 wins!", "the game can be claimed after"):
                continue
            break
        ben.expect("You win")
    assert table.state["outcome"] == {"winner": 1, "reason": "left the game"}


def test_a_game_of_ones_own_speaks_in_its_words(server: Server, tmp_path: Path) -> None:
    own = tmp_path / "steps.toml"
    own.write_text(
        'title = "Steps"\nnumbers = "1-9"\nfollows = "abs(n - last) <= 3"\n'
        '[wording]\nprompt = "Where to, {player}? "\nprompt_opening = "From where, {player}? "\n'
    )
    with (
        terminal("invite", own, "--server", server.url, "--first", "2", columns=150) as ann,
        terminal("join", invited(ann), columns=150) as ben,
    ):
        ben.expect("From where, Player 1\\? ")
        ben.child.sendline("5")
        ann.expect("From where, Player 1\\? 5")
        ann.expect("Where to, Player 2\\? ")
        ann.enter("9", "9 is not within 3 of 5")
        ann.enter("7", WAITING)
        ben.expect("Where to, Player 2\\? 7")


def test_a_game_that_begins_from_a_position(visitor: Visitor, tmp_path: Path) -> None:
    table = visitor.create("me", "friend", names=["Ann", None], numbers="1-12", picks=[12, 6])
    record = tmp_path / "game.txt"
    with terminal("join", link(table), "--record", record, columns=150) as ben:
        ben.expect("Selected so far: 12, 6")
        ben.expect(WAITING)
        table.play(3)
        ben.expect("number: 3\r\n")
        ben.expect(PROMPT)
        ben.enter("undo", "You have not picked anything yet")
        ben.enter("9", WAITING)
        table.play(1)
        ben.expect("number: 1\r\n")
        ben.expect(PROMPT)
        ben.enter("11", "You win")
        ben.expect(AFTER)
        ben.enter("review", "Who was winning")
        ben.expect(AFTER)
        ben.child.sendline("quit")
        assert ben.end() == 0
    (kept,) = parse(record.read_text())
    assert (kept.events, kept.given) == ((12, 6, 3, 9, 1, 11), 2)


# --- leaving, dying, and a server that is away ----------------------------------------------------


def test_ctrl_c_leaves_and_says_how_to_come_back(visitor: Visitor, home: Path) -> None:
    table = visitor.create("me", "friend", names=["Ann", None])
    table.play(6)
    with terminal("join", link(table), columns=150) as ben:
        ben.expect(PROMPT)
        ben.child.sendline("3")
        ben.expect(WAITING)
        ben.child.sendintr()
        ben.expect(r"To come back to this game: (lastpick join \S+)\r\n")
        assert ben.child.match
        back = ben.child.match[1]
        assert ben.end() == 130
    assert table.invite
    assert table.invite not in back
    with terminal(*back.split()[1:], columns=150) as ben:
        ben.expect("Selected so far: 6, 3")
        ben.expect(WAITING)
        ben.child.sendline("quit")
        assert ben.end() == 0
    with terminal("join", link(table), columns=150) as ben:  # the same link does it too
        ben.expect(WAITING)
    assert len(list((home / "seats").iterdir())) == 1


def test_a_killed_terminal_comes_back_to_its_seat(visitor: Visitor) -> None:
    table = visitor.create("me", "friend", names=["Ann", None])
    with terminal("join", link(table), columns=150) as ben:
        ben.expect(WAITING)
        table.play(6)
        ben.expect(PROMPT)
        ben.child.sendline("3")
        ben.close()  # by kill -9, wherever the pick is
    with terminal("join", link(table), columns=150) as ben:
        ben.expect(f"{PROMPT}|{WAITING}")
        picks = table.state["picks"]
        assert picks in ([6], [6, 3])
        if picks == [6]:
            ben.child.sendline("3")
        table.until(lambda now: now["picks"] == [6, 3])
        table.play(9)
        ben.expect("number: 9")
    assert [change["pick"] for change in table.log] == [6, 3, 9]


@pytest.mark.parametrize("leaves", [False, True], ids=["stays", "is killed and comes back"])
def test_a_pick_that_the_server_did_not_hear_is_delivered_once(
    tmp_path: Path, leaves: bool
) -> None:
    with Server(tmp_path / "own", "--rate", 0) as server, Visitor(server.url) as visitor:
        table = visitor.create("me", "friend", names=["Ann", None])
        ben = Terminal(command(["join", link(table)]), 150, {})
        try:
            ben.expect(WAITING)
            table.play(6)
            ben.expect(PROMPT)
            server.kill()
            ben.expect("The server is away")
            ben.expect(PROMPT)
            ben.enter("3", "Your pick, 3, is kept, and goes out as soon as the server answers")
            ben.expect("Waiting for the server")
            ben.enter("12", "Wait for the server")
            if leaves:
                ben.close()
                server.start()
                ben = Terminal(command(["join", link(table)]), 150, {})
                ben.expect("number: 3\r\n")
            else:
                server.start()
                ben.expect("The server is back")
            ben.expect("Ann's Turn")
            ben.expect(WAITING)
            assert [change["pick"] for change in table.log] == [6, 3]
            table.play(9)
            ben.expect("number: 9")
        finally:
            ben.close()


# --- in a pipe ------------------------------------------------------------------------------------


def test_a_script_picks_at_its_turns(visitor: Visitor) -> None:
    """The friend is a bot, which the interface allows; entries wait for their turn."""
    table = visitor.create("friend", "random", game="non-consecutive", numbers="1-9")
    done = run("join", link(table), stdin=[5, *range(1, 10)] * 3)
    assert done.code == 0
    outcome = table.state["outcome"]
    assert done.lines[-1] == ("You win." if outcome["winner"] == 1 else "You lose.")
    assert f"Player {outcome['winner']} wins" in done.out


def test_input_that_ends_leaves(visitor: Visitor) -> None:
    """The link comes by standard input too, where no list of processes shows it."""
    table = visitor.create("friend", "random")
    done = run("join", "-", stdin=[link(table), 6])
    assert done.code == 1
    assert table.state["picks"][0] == 6
    assert len(table.state["picks"]) == 2
    assert done.lines[-2:] == [
        "The input ended before the game did.",
        f"To come back to this game: lastpick join {visitor.url}/game/{table.id}",
    ]
