"""Game files that are wrong: each error names the file, the place and what was expected."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastpick.catalog import load, names, open_book, read_book
from lastpick.errors import CatalogError, ExpressionError, LastpickError, NumbersError

KEYS = (
    "title, summary, numbers, pools, opens, follows, removes, start, last_pick, forfeits, daily,"
    " first, rules, example, tips, wording, lists"
)
TEMPLATES = (
    "start, opening, opening_from, prompt_opening, turn, prompt, picked, others_one, others_many,"
    " end, end_won"
)
PLACEHOLDERS = (
    "title, numbers, player, opponent, last, pick, available, choices, gone, removed, others"
)
START = "expected a whole number from 0 to 1,000,000,000,000, such as 60"
ENDS = 'expected "wins" or "loses"'
PICKS = "expected a list of picks such as [6, 3, 9]"
POOLS = 'expected a list of up to 8 pools such as ["1-20", "1-50"]'

WRONG = [
    ('numers = "1-20"', f"unknown key 'numers': expected one of {KEYS}; did you mean numbers?"),
    ('"\\u001b[1m" = 1', f"unknown key '\\x1b[1m': expected one of {KEYS}"),
    ("", "key 'numbers' is missing: expected a pool such as \"1-20\""),
    ("numbers = 20", "key 'numbers': expected a pool such as \"1-20\""),
    ('numbers = "1-9"\nstart = "60"', f"key 'start': {START}"),
    ('numbers = "1-9"\nstart = 6.5', f"key 'start': {START}"),
    ('numbers = "1-9"\nstart = true', f"key 'start': {START}"),
    ('numbers = "1-9"\nstart = -1', f"key 'start': {START}"),
    ('numbers = "1-9"\nstart = 1000000000001', f"key 'start': {START}"),
    ('numbers = "1-9"\nlast_pick = false', f"key 'last_pick': {ENDS}"),
    ('numbers = "1-9"\nlast_pick = "draws"', f"key 'last_pick': {ENDS}"),
    ('numbers = "1-9"\nlast_pick = "Lose"', f"key 'last_pick': {ENDS}; did you mean loses?"),
    (
        'numbers = "1-9"\nlastpick = "loses"',
        f"unknown key 'lastpick': expected one of {KEYS}; did you mean last_pick?",
    ),
    (
        'numbers = "1-9"\nstart = 3\nexample = [3]',
        "key 'example': 3 is gone: the game started from it",
    ),
    (
        'numbers = "1-9"\nstart = 3\nfollows = "multiple"\nexample = [7]',
        "key 'example': 7 is not a multiple of 3",
    ),
    (
        f'numbers = "1-9"\nstart = 2\npools = ["1-9", "{10**12 - 1}-{10**12}"]\n'
        'follows = "n * n > last"',
        "key 'pools': can pass 10**18 with numbers up to 1,000,000,000,000",
    ),
    ('numbers = "1-9"\nforfeits = 1', "key 'forfeits': expected true or false"),
    ('numbers = "1-9"\ndaily = "yes"', "key 'daily': expected true or false"),
    ('numbers = "1-9"\nfirst = 1', "key 'first': expected true or false"),
    ('numbers = "1-9"\npools = "1-20"', f"key 'pools': {POOLS}"),
    ('numbers = "1-9"\npools = [20]', f"key 'pools': {POOLS}"),
    (f'numbers = "1-9"\npools = {["1-9"] * 9}', f"key 'pools': {POOLS}"),
    (
        'numbers = "1-9"\npools = ["1-9", "20"]',
        "key 'pools': '20' is not a pool of numbers; write it as in 1-20",
    ),
    ('numbers = "1-9"\nopens = true', "key 'opens': expected a condition such as \"n % 2 == 0\""),
    ('numbers = "1-9"\ntips = "Think"', "key 'tips': expected a list of texts"),
    ('numbers = "1-9"\ntips = [1]', "key 'tips': expected a list of texts"),
    ('numbers = "1-9"\ntips = ["a\\u001b[1m"]', "key 'tips': expected no control characters"),
    ('numbers = "1-9"\nrules = "a\\u0007"', "key 'rules': expected no control characters"),
    ('numbers = "1-9"\ntitle = ""', "key 'title': expected 1 to 40 printable characters"),
    ('numbers = "1-9"\ntitle = "a "', "key 'title': expected 1 to 40 printable characters"),
    ('numbers = "1-9"\ntitle = "a\\nb"', "key 'title': expected 1 to 40 printable characters"),
    (
        f'numbers = "1-9"\ntitle = "{"x" * 41}"',
        "key 'title': expected 1 to 40 printable characters",
    ),
    ('numbers = "1-9"\nexample = 3', f"key 'example': {PICKS}"),
    ('numbers = "1-9"\nexample = [1, "2"]', f"key 'example': {PICKS}"),
    ('numbers = "1-9"\nexample = [true]', f"key 'example': {PICKS}"),
    ('numbers = "1-9"\nexample = [1, 2, 1]', "key 'example': 1 was already picked"),
    ('numbers = "1-9"\nexample = [10]', "key 'example': 10 is not in the range 1-9"),
    (
        f'numbers = "1-9"\nexample = [0x{"f" * 5000}]',
        "key 'example': a number of that size is not in the range 1-9",
    ),
    (
        'numbers = "1-9"\n[wording]\nturns = "x"',
        f"unknown key 'wording.turns': expected one of {TEMPLATES}; did you mean turn?",
    ),
    ('numbers = "1-9"\n[wording]\nturn = 1', "key 'wording.turn': expected a text"),
    ('numbers = "1-9"\nwording = 1', "key 'wording': expected a table of templates"),
    (
        'numbers = "1-9"\n[wording]\nturn = "{foo} {player}"',
        f"key 'wording.turn': unknown {{foo}}: expected one of {PLACEHOLDERS}",
    ),
    (
        'numbers = "1-9"\n[wording]\nturn = "{a\\nb}"',
        f"key 'wording.turn': unknown {{a b}}: expected one of {PLACEHOLDERS}",
    ),
    (
        'numbers = "1-9"\n[wording]\nend = "\\u001b[2J"',
        "key 'wording.end': expected no control characters",
    ),
    (
        'numbers = "1-9"\n[lists.some]\nruns = 3',
        "unknown key 'lists.some': expected one of all, available, choices, gone, removed, others",
    ),
    (
        'numbers = "1-9"\n[lists.all]\nrun = 3',
        "unknown key 'lists.all.run': expected one of separator, conjunction, runs, empty;"
        " did you mean runs?",
    ),
    (
        'numbers = "1-9"\n[lists.all]\nruns = "3"',
        "key 'lists.all.runs': expected a whole number, 0 or above",
    ),
    ('numbers = "1-9"\n[lists.all]\nruns = -1', "key 'lists.all.runs': expected 0 or above"),
    ('numbers = "1-9"\n[lists]\nall = 1', "key 'lists.all': expected a table"),
    ("a = " + "[" * 5000, "nested too deeply to be a game file"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message[:50] for _, message in WRONG])
def test_a_wrong_file_says_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(CatalogError) as error:
        read_book(text, "own")
    assert str(error.value) == f"own.toml: {message}"


def test_a_file_that_is_no_toml_says_in_which_line(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('numbers = "1-9"\ntitle = oops\n')
    with pytest.raises(CatalogError) as error:
        load(path)
    assert str(error.value).startswith(f"{path}: not TOML: ")
    assert "line 2" in str(error.value)


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        (
            'numbers = "1-9"\nfollows = "n = last"',
            ExpressionError,
            "key 'follows': column 3: '=' is not part of the language; write ==",
        ),
        (
            'numbers = "1-9"\nopens = "even"',
            ExpressionError,
            "key 'opens': 'even' is no relation; expected a condition such as n % 2 == 0, or 'any'",
        ),
        (
            'numbers = "1-900000"\nopens = "prime(n)"',
            ExpressionError,
            "key 'opens': would take too long on 900,000 numbers;"
            " this expression serves pools of up to 476,190",
        ),
        (
            'numbers = "1-9"\nstart = 1000000000000\nfollows = "n < last * last"',
            ExpressionError,
            "key 'follows': can pass 10**18 with numbers up to 1,000,000,000,000",
        ),
        ('numbers = "9-1"', NumbersError, None),
        ('numbers = "nine"', NumbersError, None),
    ],
)
def test_a_bad_rule_names_the_file_and_the_key(
    tmp_path: Path, text: str, kind: type[LastpickError], message: str | None
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(kind) as error:
        load(path)
    said = str(error.value)
    assert said.startswith(f"{path}: key 'numbers': " if message is None else f"{path}: {message}")


def test_a_pool_asked_for_is_not_the_files_fault() -> None:
    with pytest.raises(NumbersError) as error:
        load("divisor-duel", "9-1")
    assert str(error.value) == "the pool 9-1 is empty: write the smaller number first"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "none.toml", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(CatalogError) as error:
            load(path)
        assert str(error.value) == f"cannot read the game file {path}: {reason}"
    with pytest.raises(CatalogError, match="no file has that name"):
        load("a\0.toml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(b'title = "\xff"')
    with pytest.raises(CatalogError) as error:
        load(path)
    assert str(error.value) == f"{path}: line 1: not UTF-8 text; save it as UTF-8"


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = 'numbers = "1-9"\n#'
    path.write_text(text + "x" * (64 * 1024 - len(text)))
    assert load(path).name == "own"
    path.write_text(text + "x" * (64 * 1024 - len(text) + 1))
    with pytest.raises(CatalogError) as error:
        load(path)
    assert str(error.value) == f"{path}: larger than 64 kB; expected a game file"


@pytest.mark.parametrize("name", ["x" * 41, " x", "a\nb", "a\x1b"])
def test_a_file_with_a_name_that_cannot_be_shown(name: str) -> None:
    with pytest.raises(CatalogError, match="the file's name must be 1 to 40 printable characters"):
        open_book(_written(name))


def _written(name: str) -> str:
    folder = Path(os.environ["LASTPICK_HOME"])
    folder.mkdir()
    path = folder / f"{name}.toml"
    path.write_text('numbers = "1-9"')
    return str(path)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("divisor-dule", "no game is called 'divisor-dule'; did you mean divisor-duel?"),
        (
            "chess",
            f"no game is called 'chess'; the games are {', '.join(names())}.",
        ),
        ("_default", f"no game is called '_default'; the games are {names()[0]}, "),
        ("", f"no game is called ''; the games are {names()[0]}, "),
        ("z" * 50, f"no game is called '{'z' * 37}...'; the games are {names()[0]}, "),
    ],
)
def test_an_unknown_game_suggests_another(asked: str, message: str) -> None:
    with pytest.raises(CatalogError) as error:
        load(asked)
    assert str(error.value).startswith(message)
    assert str(error.value).endswith(
        " A game of your own is given by its file, as in ./mygame.toml"
    )


@given(st.one_of(st.text(max_size=60), st.text(alphabet='nums=-"19\n[].{}#\\', max_size=40)))
def test_no_text_does_more_than_fail(text: str) -> None:
    said = "own.toml: nothing"
    try:
        read_book(text, "own", "1-9")
    except LastpickError as error:
        said = str(error)
    assert said.startswith("own.toml: ")
