"""lastpick suite export: a dataset that other tools load, and what they make of it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from support.evaluating import Lastpick
from support.inspecting import settings
from support.recorded import recorded, write_answers
from support.running import Done, refused

from lastpick import cli
from lastpick.evaluation import PROMPTS, Prompt, prompt, score
from lastpick.evaluation.card import LINE, PICK, SINGLE_LINE, card
from lastpick.evaluation.export import files, write
from lastpick.evaluation.suite import ALIASES, open_suite, standard
from lastpick.players.llm.prompt import read_pick

SUITE = standard().cut(1)
FROZEN = list(dict.fromkeys(ALIASES.values()))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The dataset of all that is frozen."""
    where = tmp_path_factory.mktemp("owner") / "lastpick"
    assert cli.main(["suite", "export", str(where)]) == 0
    return where


@pytest.fixture(scope="module")
def load(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Any]]:
    """`datasets.load_dataset`, offline and with a cache of its own."""
    patch = pytest.MonkeyPatch()
    cache = str(tmp_path_factory.mktemp("cache"))
    for name in ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE"):
        patch.setenv(name, "1")
    patch.setenv("HF_HOME", cache)
    import datasets

    datasets.disable_progress_bars()
    yield lambda *said, **told: datasets.load_dataset(*map(str, said), cache_dir=cache, **told)
    patch.undo()


def rows_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def typed(features: Any) -> dict[str, Any]:
    """The types of a dataset's fields, as the card names them."""
    found: dict[str, Any] = {}
    for name, kind in features.items():
        inner = getattr(kind, "feature", None)
        if isinstance(inner, dict):
            found[name] = {part: one.dtype for part, one in inner.items()}
        else:
            found[name] = [inner.dtype] if inner else kind.dtype
    return found


# --- with datasets ----------------------------------------------------------------------


@pytest.mark.parametrize("name", FROZEN)
def test_a_suite_loads_by_its_name_and_scores_by_the_pure_pair(
    folder: Path, load: Callable[..., Any], name: str
) -> None:
    suite = open_suite(name)
    rows = load(folder, name, split="test")
    assert typed(rows.features) == LINE
    assert rows["id"][:] == [suite.id_of(item) for item in suite.items]
    written = rows_of(folder / f"{name}.jsonl")
    for at in range(0, len(rows), 50):
        row = rows[at]
        assert row == written[at]
        item = suite.find(row["id"])
        for pick in row["legal"]:
            kept = score(item, f"PICK {pick}").kept
            assert kept == (pick in row["winning"])
        assert [one["content"] for one in row["messages"]] == [*prompt(item)]


def test_the_first_suite_is_the_default_and_the_card_names_the_files(
    folder: Path, load: Callable[..., Any]
) -> None:
    assert load(folder, split="test")["id"][0] == "standard-1/1"
    single = load(folder, "standard-1-single", split="test")
    assert typed(single.features) == SINGLE_LINE
    head = yaml.safe_load((folder / "README.md").read_text().split("---\n")[1])
    assert head["license"] == "mit"
    named = {one["data_files"][0]["path"] for one in head["configs"]}
    assert named == {path.name for path in folder.glob("*.jsonl")}


def test_one_file_loads_as_plain_json(folder: Path, load: Callable[..., Any]) -> None:
    rows = load("json", data_files=str(folder / "standard-1.jsonl"), split="train")
    assert typed(rows.features) == LINE
    assert rows[0] == rows_of(folder / "standard-1.jsonl")[0]


def test_empty_lists_and_missing_values_have_their_types(
    load: Callable[..., Any], tmp_path: Path
) -> None:
    """A suite that begins with openings, and of which no depth and no remoteness is known."""
    opened = tuple(
        item._replace(depth=None, remoteness=None, picks=(), legal=item.start().game.numbers.size)
        for item in SUITE.items
    )
    write(str(tmp_path / "x"), files([SUITE._replace(items=opened)]))
    rows = load(tmp_path / "x", split="test")
    assert typed(rows.features) == LINE
    assert {*map(len, rows["picks"])} == {0}
    assert {*rows["depth"], *rows["remoteness"], *rows["remoteness_band"]} == {None}


# --- what stands in it ------------------------------------------------------------------


def test_every_line_says_what_its_item_says(folder: Path) -> None:
    suite = standard()
    rows = rows_of(folder / "standard-1.jsonl")
    assert len(rows) == len(suite.items)
    for row, item in zip(rows[::5], suite.items[::5], strict=True):
        asked, position = prompt(item), item.start()
        assert (row["id"], suite.find(row["id"])) == (suite.id_of(item), item)
        assert [row[name] for name in ("game", "size", "depth", "disguise")] == [
            item.game, item.size, item.depth, item.disguise
        ]  # fmt: skip
        assert Prompt(row["system"], row["user"]) == asked
        assert row["rules"] in asked.user
        assert (row["picks"], row["pool"]) == ([*item.picks], [*position.pool])
        assert (row["legal"], row["winning"]) == ([*position.legal], [*item.winning])
        assert row["chance"] == len(row["winning"]) / len(row["legal"])
        assert (row["remoteness"], row["remoteness_band"]) == (item.remoteness, item.band)
        assert (row["suite"], row["checksum"]) == ("standard-1", suite.checksum)
        assert (row["generator"], row["prompts"]) == (suite.generator, PROMPTS)


def test_the_card_says_what_a_score_is_quoted_with(folder: Path) -> None:
    text = (folder / "README.md").read_text()
    assert standard().checksum in text
    assert "lastpick suite score answers.jsonl\n" in text
    assert "private" not in text.partition("## Ask")[0]


@pytest.mark.parametrize(
    ("items", "size"),
    [(999, "n<1K"), (1_000, "1K<n<10K"), (10_000, "10K<n<100K"), (100_000, "100K<n<1M")],
)
def test_the_card_says_how_large_it_is(items: int, size: str) -> None:
    suite = SUITE._replace(items=SUITE.items[:1] * items)
    assert f"size_categories: [{size}]\n" in card([suite], {suite.label: items})


def test_a_private_suite_s_card_says_so() -> None:
    made = files([SUITE._replace(seed="77")], each=1)
    assert set(made) == {
        "standard-1@77.jsonl", "standard-1@77-single.jsonl", "README.md", "eval.yaml"
    }  # fmt: skip
    assert "do not publish" in made["README.md"]
    words = "--suite standard-1 --suite-seed 77 --each 1"
    assert f"lastpick suite score answers.jsonl {words}\n" in made["README.md"]
    assert yaml.safe_load(made["eval.yaml"])["tasks"][0]["config"] == "standard-1@77-single"


# --- files ------------------------------------------------------------------------------

Export = Callable[..., Done]


@pytest.fixture
def export(lastpick: Lastpick) -> Export:
    return partial(lastpick, "suite", "export", "--suite", "standard", "--each", 1)


def test_the_same_bytes_each_time_and_nothing_is_written_over(export: Export) -> None:
    done = export("new/folder")
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == "standard-1: 72 items, in new/folder/standard-1.jsonl"
    paths = sorted(Path("new/folder").iterdir())
    before = [path.read_bytes() for path in paths]
    stamps = [path.stat().st_mtime_ns for path in paths]
    assert export("new/folder", "--json").json["items"] == {"standard-1": 72}
    assert [path.stat().st_mtime_ns for path in paths] == stamps  # nothing to do
    mine = Path("new/folder/README.md")
    mine.write_text("mine")
    Path("new/folder/eval.yaml").unlink()
    said = refused(export("new/folder"))
    assert f"{mine} is there and would change; name another folder" in said
    assert mine.read_text() == "mine"
    assert not Path("new/folder/eval.yaml").exists()  # all or nothing
    assert export("new/folder", "--force").code == 0
    assert [path.read_bytes() for path in paths] == before


def test_where_nothing_can_be_written_is_one_line(export: Export) -> None:
    Path("file").write_text("")
    Path("taken/README.md").mkdir(parents=True)
    assert "cannot write to file: it is no folder" in refused(export("file"))
    assert "cannot write to file/x: Not a directory" in refused(export("file/x"))
    assert "cannot write to \\x00: embedded null byte" in refused(export("\0"))
    assert "cannot read taken/README.md: Is a directory" in refused(export("taken"))
    assert "nothing is graded; leave out --lenient" in refused(export("x", "--lenient"))
    assert not Path("x").exists()


# --- with Inspect -----------------------------------------------------------------------


@given(st.text(alphabet="PICK 0123\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\u00a0*.", max_size=24))
def test_the_expression_reads_as_the_strict_reader_does(answer: str) -> None:
    last = answer[-1:]
    for said in (answer, f"{answer}PICK 12", f"{answer}\nPICK 1{answer}", f"{last}PICK 1{last}"):
        found = re.search(PICK, said)
        assert (int(found[1]) if found else None) == read_pick(said)


def test_recorded_answers_score_the_same_in_inspect(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Our task as `suite score` does; a dataset's by `eval.yaml` as many as are kept."""
    answers = recorded(SUITE)
    file = write_answers(tmp_path / "answers.jsonl", answers)
    write(str(tmp_path / "owner" / "lastpick"), files([SUITE]))
    capsys.readouterr()
    assert cli.main(["suite", "score", str(file), "--each", "1", "--json"]) == 0
    scored = json.loads(capsys.readouterr().out)
    done = subprocess.run(
        [sys.executable, "-m", "support.inspecting_answers", file.name, "owner/lastpick"],
        cwd=tmp_path, env=settings(tmp_path), capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    ours, theirs = json.loads((tmp_path / "found.json").read_text())
    for name in ("score", "skill", "legal"):
        assert ours["figures"][name] == scored[name]
    alone = [item for item in SUITE.items if len(item.winning) == 1]
    assert sorted(theirs["heard"]) == sorted([*prompt(item)] for item in alone)
    kept = [score(item, answers[SUITE.id_of(item)]).kept for item in alone]
    assert theirs["figures"]["accuracy"] == pytest.approx(sum(kept) / len(kept))
    assert 0 < sum(kept) < len(kept)
