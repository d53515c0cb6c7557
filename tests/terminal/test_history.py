"""Games that are over: listed, and reviewed by name."""

from pathlib import Path

from support.running import refused, run

from lastpick.files import home

NAMES = ("--name1", "Ann", "--name2", "Bob")


def test_games_that_are_over_are_listed_the_latest_first() -> None:
    run("play", "divisor-duel", *NAMES, stdin=[6, 3, "resign", "yes"])
    run("play", "prime-rumble", *NAMES, "--best-of", 3, stdin=["resign", "yes", "resign", "yes"])
    run("play", "number-bind", *NAMES, stdin=[6])  # not over
    run("solo", "number-bind", "--numbers", "1-2", stdin=[1, 2, "quit"])  # against nobody
    run("play", "number-bind", *NAMES, "--numbers", "1-2", stdin=[1, 2])
    listed = run("history", "--json").json
    assert [entry["game"] for entry in listed] == ["number-bind", "prime-rumble", "divisor-duel"]
    first = listed[0]
    assert set(first) == {"name", "game", "numbers", "players", "winner", "ended"}
    assert (first["numbers"], first["players"], first["winner"]) == ("1-2", ["Ann", "Bob"], "Bob")
    lines = run("history").lines
    assert lines[0] == f"{first['name']}  Number Bind 1-2, Ann - Bob: Bob wins"
    # A match that goes on is listed with the games of it that are over, which stats count too.
    assert lines[1] == f"{listed[1]['name']}  Prime Rumble 2-50, Ann - Bob: not over yet, 1:1"
    assert lines[2] == f"{listed[2]['name']}  Divisor Duel 1-20, Ann - Bob: Bob wins"
    assert len(run("review", listed[1]["name"], "--json").json) == 2


def test_a_game_of_ones_own_keeps_its_title(tmp_path: Path) -> None:
    file, record = tmp_path / "hop.toml", tmp_path / "hop.txt"
    file.write_text('title = "Hop, Skip"\nnumbers = "1-6"\nfollows = "abs(n - last) <= 2"\n')
    run("play", file, *NAMES, "--record", record, stdin=[1, "resign"])
    assert "Title: Hop, Skip" in record.read_text().splitlines()
    for words in (["replay", record], ["review", record], ["review", "last"], ["history"]):
        assert "Hop, Skip 1-6" in run(*words).out
    found = run("check", record, "--json").json
    assert found[0]["title"] == "Hop, Skip"
    wrong = record.read_text().replace("Title: Hop, Skip", "Title: " + "x" * 41)
    record.write_text(wrong)
    assert "line 4: Title: " in refused(run("check", record))


def test_the_last_game_and_any_other_can_be_reviewed() -> None:
    run("play", "divisor-duel", *NAMES, stdin=[6, 3, 9, "resign", "yes"])
    run("play", "number-bind", *NAMES, "--numbers", "1-2", stdin=[1, 2])
    assert run("review", "last", "--json").json[0]["game"] == "number-bind"
    older = run("history", "--json").json[1]["name"]
    assert run("review", older, "--json").json[0]["game"] == "divisor-duel"
    assert "Divisor Duel 1-20" in run("review", older).out


def test_where_nothing_is_over_that_is_said() -> None:
    assert "No game is over yet" in run("history").out
    assert "no game is over yet" in refused(run("review", "last"))


def test_a_damaged_game_is_told_and_hides_no_other() -> None:
    run("play", "number-bind", *NAMES, "--numbers", "1-2", stdin=[1, 2])
    Path(home(), "games", "20200101-000000-abcdef.game").write_text("{}\n")
    done = run("history", "--json")
    assert "damaged" in done.err
    assert len(done.json) == 1
