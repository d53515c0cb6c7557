"""What the language refuses, in which words, and that nothing else can be reached."""

import builtins

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastpick.errors import ExpressionError
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Relation, Role
from lastpick.relations.language import CANDIDATE, GIVEN, Node, parse

NAMES = {"n": CANDIDATE, "last": GIVEN}
FUNCTIONS = "abs, gcd, prime, digits, digit_sum, first_digit"
KNOWN = f"expected n and last, or one of the functions {FUNCTIONS}"
CONDITION = "expected a condition such as n % 2 == 0, found a number"
OPERAND = "expected a number, a name or '('"

ERRORS = [
    # names and functions
    ("foo == 1", f"column 1: unknown name 'foo'; {KNOWN}"),
    ("n == 1 or m == 1", f"column 11: unknown name 'm'; {KNOWN}"),
    ("n == 1 or True", f"column 11: unknown name 'True'; {KNOWN}"),
    ("N == 1", f"column 1: unknown name 'N'; {KNOWN}"),
    ("thisNameIsLongerThanTwenty == 1", f"column 1: unknown name 'thisNameIsLongerThan'; {KNOWN}"),
    ("sqrt(n) == 2", f"column 1: unknown function 'sqrt'; expected one of {FUNCTIONS}"),
    ("n(2) == 1", f"column 1: unknown function 'n'; expected one of {FUNCTIONS}"),
    (
        "thisNameIsLongerThanTwenty(n) == 1",
        f"column 1: unknown function 'thisNameIsLongerThan'; expected one of {FUNCTIONS}",
    ),
    ("abs == 1", "column 5: expected '(' after abs, found '=='"),
    ("abs(n, last) == 1", "column 1: abs takes 1 number, found 2"),
    ("gcd(n) == 1", "column 1: gcd takes 2 numbers, found 1"),
    ("1 == gcd(n, last, 3)", "column 6: gcd takes 2 numbers, found 3"),
    ("abs() == 1", f"column 5: {OPERAND}, found ')'"),
    # operators of other languages
    ("n ** 2 == 4", "column 3: '**' is not part of the language; write * (there are no powers)"),
    ("n / 2 == 4", "column 3: '/' is not part of the language; write // (whole-number division)"),
    ("n = 4", "column 3: '=' is not part of the language; write =="),
    ("n => 4", "column 3: '=' is not part of the language; write =="),
    ("n == 1 & n == 2", "column 8: '&' is not part of the language; write and"),
    ("n == 1 && n == 2", "column 8: '&&' is not part of the language; write and"),
    ("n == 1 | n == 2", "column 8: '|' is not part of the language; write or"),
    ("n == 1 || n == 2", "column 8: '||' is not part of the language; write or"),
    ("!n == 1", "column 1: '!' is not part of the language; write not"),
    ("n @ 2 == 1", "column 3: '@' is not part of the language"),
    ("n ^ 2 == 1", "column 3: '^' is not part of the language"),
    ("~n == 1", "column 1: '~' is not part of the language"),
    ("n << 2 == 1", f"column 4: {OPERAND}, found '<'"),
    # what is no whole number
    ("n.real == 1", "column 2: '.real' is not part of the language"),
    ("n == last.bit_length()", "column 10: '.bit_length' is not part of the language"),
    ("n == 1.5", "column 6: '1.5' is not part of the language"),
    ("n == 1." + "5" * 30, f"column 6: '1.{'5' * 18}' is not part of the language"),
    ("n == 1_000", "column 6: '1_000' is not part of the language"),
    ("n == 1e5", "column 6: '1e5' is not part of the language"),
    ("n == 0x10", "column 6: '0x10' is not part of the language"),
    ("n == 'a'", 'column 6: "\'" is not part of the language'),
    ('n == "a"', "column 6: '\"' is not part of the language"),
    ("n == [1]", "column 6: '[' is not part of the language"),
    ("n == \u0663", "column 6: '\u0663' is not part of the language"),
    ("\uff4e == 1", "column 1: '\uff4e' is not part of the language"),
    ("n ==  1\x00", "column 8: '\\x00' is not part of the language"),
    # size
    ("n == 1000000000000000001", "column 6: the number is larger than 10**18"),
    ("n == " + "9" * 400, "column 6: the number is larger than 10**18"),
    ("(" * 31 + "n == 1" + ")" * 31, "column 32: nested more than 30 levels deep"),
    ("not " * 31 + "n == 1", "column 125: nested more than 30 levels deep"),
    ("-" * 31 + "n == 1", "column 32: nested more than 30 levels deep"),
    ("abs(" * 31 + "n" + ")" * 31 + " == 1", "column 125: nested more than 30 levels deep"),
    ("(n) == 1 or " + "(" * 31 + "n == 1" + ")" * 31, "column 44: nested more than 30 levels deep"),
    ("n ==" + " " * 496 + "1", "longer than 500 characters"),
    ("prime(n) or " * 4 + "prime(n)", "takes more than 100 steps to evaluate"),
    ("abs(abs(" + "+".join("1" * 49) + ")) == 49", "takes more than 100 steps to evaluate"),
    # a number for a condition, and the other way round
    ("n + 1", f"column 1: {CONDITION}"),
    ("n == 1 and last", f"column 12: {CONDITION}"),
    ("n or last == 1", f"column 1: {CONDITION}"),
    ("not n + 1", f"column 5: {CONDITION}"),
    ("(n == 1) + 2 == 3", "column 1: expected a number, found a condition"),
    ("2 * (last == 1) == 3", "column 5: expected a number, found a condition"),
    ("-(n == 1) == 3", "column 2: expected a number, found a condition"),
    ("n == (last == 1)", "column 6: expected a number, found a condition"),
    ("prime(n) == 1", "column 1: expected a number, found a condition"),
    ("prime(prime(n))", "column 7: expected a number, found a condition"),
    # dividing by nothing
    ("n % 0 == 1", "column 5: nothing can be divided by 0"),
    ("n // 0 == 1", "column 6: nothing can be divided by 0"),
    ("n % (00) == 1", "column 5: nothing can be divided by 0"),
    # what is missing, and what is too much
    ("", "expected a condition such as n % 2 == 0, found nothing"),
    (" \n\t", "expected a condition such as n % 2 == 0, found nothing"),
    ("n == ", f"column 5: {OPERAND}, found the end"),
    ("== 1", f"column 1: {OPERAND}, found '=='"),
    ("n == 1 or", f"column 10: {OPERAND}, found the end"),
    ("and n == 1", f"column 1: {OPERAND}, found 'and'"),
    ("n == 1 or or n == 2", f"column 11: {OPERAND}, found 'or'"),
    ("n == not 1", f"column 6: {OPERAND}, found 'not'"),
    ("(n == 1", "column 8: expected ')', found the end"),
    ("gcd(n last) == 1", "column 7: expected ')', found 'last'"),
    ("n == 1)", "column 7: expected an operator or the end, found ')'"),
    ("n last == 1", "column 3: expected an operator or the end, found 'last'"),
    ("n == 1 2", "column 8: expected an operator or the end, found '2'"),
    ("n == 1 " + "2" * 30, f"column 8: expected an operator or the end, found '{'2' * 20}'"),
    ("n == 1,", "column 7: expected an operator or the end, found ','"),
]


@pytest.mark.parametrize(("text", "message"), ERRORS)
def test_an_error_says_where_and_what(text: str, message: str) -> None:
    with pytest.raises(ExpressionError) as error:
        parse(text, NAMES)
    assert str(error.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "(" * 30 + "n == 1" + ")" * 30,
        "(n) == 1 or " + "(" * 30 + "n == 1" + ")" * 30,
        "+".join(["(n)"] * 40) + " == 1",  # side by side is not deep
        "n ==" + " " * 495 + "1",
        "abs(" + "+".join("1" * 49) + ") == 49",  # 100 steps: 50 literals, 48 sums, abs, ==
        "prime(n) or " * 3 + "prime(n) or n == 1",
        "n == 1000000000000000000",
    ],
)
def test_the_limits_themselves_are_allowed(text: str) -> None:
    assert parse(text, NAMES)


@pytest.mark.parametrize(
    ("role", "text", "message"),
    [
        (
            OPENS,
            "last % n == 0",
            f"column 1: unknown name 'last'; expected n, or one of the functions {FUNCTIONS}",
        ),
        (
            REMOVES,
            "last % n == 0",
            f"column 1: unknown name 'last'; expected m and n, or one of the functions {FUNCTIONS}",
        ),
        (
            OPENS,
            "multiple",
            "'multiple' is no relation; expected a condition such as n % 2 == 0, or 'any'",
        ),
        (
            OPENS,
            "x" * 50,
            f"'{'x' * 40}' is no relation; expected a condition such as n % 2 == 0, or 'any'",
        ),
        (
            FOLLOWS,
            "divisors and multiples",
            "'divisors and multiples' is no relation; expected a condition such as n % 2 == 0,"
            " or 'any' or 'multiple' or 'divisor' or 'divisor or multiple' or 'neighbour';"
            " did you mean divisor or multiple?",
        ),
        (
            REMOVES,
            "any",
            "'any' is no relation; expected a condition such as n % 2 == 0,"
            " or 'itself' or 'multiple' or 'divisor' or 'divisor or multiple' or 'neighbour'",
        ),
    ],
)
def test_a_relation_knows_the_names_of_its_role(role: Role, text: str, message: str) -> None:
    with pytest.raises(ExpressionError) as error:
        Relation(role, text)
    assert str(error.value) == message


ARITHMETIC = {
    *("int", CANDIDATE, GIVEN, "+", "-", "*", "//", "%"),
    *("==", "!=", "<", "<=", ">", ">=", "and", "or", "not"),
    *("abs", "gcd", "prime", "digits", "digit_sum", "first_digit"),
}


def operations(node: Node) -> set[str]:
    return {node.op}.union(*map(operations, node.args))


pieces = st.sampled_from(
    [
        *("n", "last", "0", "12", "(", ")", ",", " ", ".", "_", "'", '"', "[", "]", "{", "}"),
        *("\\", "@", "=", "==", "<", "%", "//", "-", "*", "not ", " and ", " or ", "lambda "),
        *("if ", "import ", "__class__", "abs(", "gcd(", "prime(", "eval(", ":", ";", "\n"),
        *("\0", "\u00e9", "\ud800"),
    ]
)


@settings(max_examples=1000)
@given(st.one_of(st.lists(pieces, max_size=12).map("".join), st.text(max_size=30)))
def test_whatever_is_written_is_arithmetic_or_an_error(text: str) -> None:
    used: set[str] = set()
    try:
        used = operations(parse(text, NAMES))
    except ExpressionError:
        pass
    assert used <= ARITHMETIC


@pytest.mark.parametrize("shape", ["{}(n) == 1", "{} == 1"])
def test_no_builtin_can_be_called_or_named(shape: str) -> None:
    for name in {*dir(builtins)} - {"abs"}:
        with pytest.raises(ExpressionError, match=r"unknown (function|name)"):
            parse(shape.format(name), NAMES)
