"""Ranges against brute force: every hand of the deck, and the words of the grammar."""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fastlow.cards import format as write
from fastlow.cards import parse
from fastlow.ranges import (
    Range,
    draw_combos,
    draw_indices,
    known,
    live,
    parse_draw,
    parse_range,
)
from tests.naive import DECK, RANKS, SUITS

Hand = frozenset[str]
LOW_ORDER = "A23456789TJQK"


def low(text: str, cards: int | None = None, jokers: int = 0) -> Range:
    return parse_range(text, ace_low=True, cards=cards, jokers=jokers)


def stud(text: str) -> Range:
    return parse_range(text, ace_low=True, cards=7, stud=True)


def hands_of(found: Range) -> list[Hand]:
    rows = write(found.combos)
    assert isinstance(rows, list)
    return [frozenset(row.split()) for row in rows]


def every(k: int, wanted: Callable[[tuple[str, ...]], bool]) -> set[Hand]:
    """All hands of k cards, out of 52, of which something is true."""
    return {frozenset(hand) for hand in combinations(DECK, k) if wanted(hand)}


def ranks(hand: Iterable[str]) -> str:
    return "".join(sorted((card[0] for card in hand), key=LOW_ORDER.index))


def suits(hand: Iterable[str]) -> list[str]:
    return [card[1] for card in hand]


# What each text means, in words of Python that know nothing of the grammar.

MEANINGS: list[tuple[str, int, Callable[[tuple[str, ...]], bool]]] = [
    ("A23", 3, lambda hand: ranks(hand) == "A23"),
    ("AA", 2, lambda hand: ranks(hand) == "AA"),
    ("A A 2", 3, lambda hand: ranks(hand) == "AA2"),
    ("[A-5]", 1, lambda hand: hand[0][0] in "A2345"),
    ("[T-K]", 1, lambda hand: hand[0][0] in "TJQK"),
    ("[10-K]s", 1, lambda hand: hand[0] in ("Ts", "Js", "Qs", "Ks")),
    ("[A,2,3][A,2,3]", 2, lambda hand: all(card[0] in "A23" for card in hand)),
    ("[A,2][2,3]", 2, lambda hand: ranks(hand) in ("A2", "A3", "22", "23")),
    ("[As,2d,9-J]", 1, lambda hand: hand[0] in ("As", "2d") or hand[0][0] in "9TJ"),
    ("[2-8!5]", 1, lambda hand: hand[0][0] in "234678"),
    ("[2-8!5!7h,K]", 1, lambda h: h[0][0] in "234678K" and h[0] != "7h"),
    ("[!5]", 1, lambda hand: hand[0][0] != "5"),
    ("[2-8]!5", 1, lambda hand: hand[0][0] in "234678"),
    ("[2-8][2-8] ! 5", 2, lambda hand: all(card[0] in "234678" for card in hand)),
    ("*h*h", 2, lambda hand: suits(hand) == ["h", "h"]),
    ("*x*x", 2, lambda hand: hand[0][1] == hand[1][1]),
    ("*x*y", 2, lambda hand: hand[0][1] != hand[1][1]),
    ("Ax2x", 2, lambda hand: ranks(hand) == "A2" and hand[0][1] == hand[1][1]),
    ("Ax2y", 2, lambda hand: ranks(hand) == "A2" and hand[0][1] != hand[1][1]),
    ("Aw2x3y", 3, lambda hand: ranks(hand) == "A23" and len(set(suits(hand))) == 3),
    ("Ax2x3y", 3, lambda h: ranks(h) == "A23" and _suit(h, "A") == _suit(h, "2") != _suit(h, "3")),
    ("AX 2x 3S", 3, lambda h: ranks(h) == "A23" and "3s" in h and _suit(h, "A") == _suit(h, "2")),
    ("[2-4]x[2-4]x", 2, lambda h: all(c[0] in "234" for c in h) and h[0][1] == h[1][1]),
    ("AK, QQ, KA", 2, lambda hand: ranks(hand) in ("AK", "QQ")),
    ("AA, [K,A][K,A]", 2, lambda hand: all(card[0] in "AK" for card in hand)),
    ("[A-4][A-4][A-4] ! AA ! 2h ! 3x4x", 3, lambda h: _small(h)),
    ("As**,As**", 3, lambda hand: "As" in hand),
    ("A** ! AA", 3, lambda hand: ranks(hand).count("A") == 1),
    ("*** ! *x*x", 3, lambda hand: len(set(suits(hand))) == 3),
    ("*** ! As**", 3, lambda hand: "As" not in hand),
]


def _suit(hand: tuple[str, ...], rank: str) -> str:
    return next(card[1] for card in hand if card[0] == rank)


def _small(hand: tuple[str, ...]) -> bool:
    if not set(ranks(hand)) <= set("A234") or "2h" in hand or ranks(hand).count("A") > 1:
        return False
    return not any({"3" + suit, "4" + suit} <= set(hand) for suit in SUITS)


@pytest.mark.parametrize(("text", "k", "wanted"), MEANINGS, ids=[case[0] for case in MEANINGS])
def test_meaning(text: str, k: int, wanted: Callable[[tuple[str, ...]], bool]) -> None:
    found = hands_of(low(text))
    assert len(found) == len(set(found))
    assert set(found) == every(k, wanted)


def test_two_aces_in_omaha_are_all_hands_with_two_or_more() -> None:
    found = low("AA**", cards=4)
    assert set(hands_of(found)) == every(4, lambda hand: ranks(hand).count("A") >= 2)
    assert len(found) == sum(comb(4, n) * comb(48, 4 - n) for n in (2, 3, 4)) == 6961
    assert len(low("AA** ! AAA*", cards=4)) == comb(4, 2) * comb(48, 2)
    assert len(low("**** ! AA", cards=4)) == comb(52, 4) - 6961
    assert len(low("*x*x*y*y", cards=4)) == comb(4, 2) * comb(13, 2) ** 2


def test_large_ranges() -> None:
    assert len(low("[A-8]****", cards=5)) == comb(52, 5) - comb(20, 5)
    aces = low("AA****", cards=6)
    assert len(aces) == comb(52, 6) - comb(48, 6) - 4 * comb(48, 5)
    assert (np.bitwise_count(aces.masks) == 6).all()
    assert (np.diff(aces.masks) > 0).all()


def test_a_card_that_is_not_written_is_dealt() -> None:
    razz = stud("A23")
    assert (len(razz), razz.combos.shape[1], razz.size) == (64, 3, 7)
    omaha = low("AA", cards=4)
    assert (len(omaha), omaha.combos.shape[1], omaha.size) == (6, 2, 4)


def test_dealing_to_two_aces_is_not_listing_the_hands_with_two() -> None:
    listed = hands_of(low("AA**", cards=4))
    third = sum(ranks(hand).count("A") > 2 for hand in listed) / len(listed)
    pair = set(hands_of(low("AA", cards=4))[0])
    dealt = [pair | set(two) for two in combinations([c for c in DECK if c not in pair], 2)]
    third_dealt = sum(ranks(hand).count("A") > 2 for hand in dealt) / len(dealt)
    assert (round(third, 3), round(third_dealt, 3)) == (0.028, 0.079)


@pytest.mark.parametrize("text", ["A23****", "A*2*3**", "(A*)2 3", "(**) A 2 3 * (*)"])
def test_stars_of_stud_are_dealt(text: str) -> None:
    found = stud(text)
    assert found.size == 7
    assert set(hands_of(found)) == every(3, lambda hand: ranks(hand) == "A23")


@pytest.mark.parametrize(
    ("text", "k", "size"),
    [("****", 0, 4), ("*", 0, 1), ("As 2d **", 2, 4), ("******", 0, 6), ("As**** ", 1, 5)],
)
def test_stars_beside_one_combination_are_dealt(text: str, k: int, size: int) -> None:
    found = low(text)
    assert (found.combos.shape, found.size, found.fixed) == ((1, k), size, True)


def test_dealing_stars_and_listing_them_are_the_same() -> None:
    listed = low("As2d**, As2d**", cards=4)
    assert set(hands_of(listed)) == every(4, lambda hand: {"As", "2d"} <= set(hand))
    assert not listed.fixed


def test_down_and_up_cards() -> None:
    hand = stud("(A 2) 3")
    assert (hand.down, hand.up) == (2, 1)
    assert set(hands_of(hand)) == set(hands_of(stud("A23")))
    seventh = stud("(As 2s) 3s 4s 5s 6s (7s)")
    assert (seventh.down, seventh.up, seventh.fixed) == (3, 4, True)
    assert (stud("(A *) 3").down, stud("A23").down) == (1, 0)
    assert len(stud("([A,2] [A,2]) [A,2]")) == comb(8, 3)


# The two spans of case 32, and a set on both sides of the ace.


def test_a_span_follows_the_order_of_the_game() -> None:
    assert {hand for (hand,) in hands_of(low("[A-5]"))} == {c for c in DECK if c[0] in "A2345"}
    high = parse_range("[T-A]", ace_low=False)
    assert {hand for (hand,) in hands_of(high)} == {card for card in DECK if card[0] in "TJQKA"}


@pytest.mark.parametrize("first", range(13))
@pytest.mark.parametrize("ace_low", [True, False])
def test_every_span(first: int, ace_low: bool) -> None:
    order = LOW_ORDER if ace_low else RANKS
    for last in range(13):
        text = f"[{order[first]}-{order[last]}]"
        if first > last:
            with pytest.raises(ValueError, match="runs downwards"):
                parse_range(text, ace_low=ace_low)
        else:
            found = parse_range(f"{text}s", ace_low=ace_low)
            spades = [rank + "s" for rank in order[first : last + 1]]
            assert {card for (card,) in hands_of(found)} == set(spades)


def test_the_span_of_all_ranks_is_a_star() -> None:
    assert low("[A-K]").combos.shape == (1, 0)
    assert low("[A-K]", jokers=1).combos.shape == (52, 1)


# Jokers.


def test_jokers() -> None:
    assert low("Jk", jokers=1).combos.tolist() == [[52]]
    assert low("Xx2c", jokers=1).combos.tolist() == [[0, 52]]
    assert low("Jk", jokers=2).combos.tolist() == [[52], [53]]
    assert low("Jk Jk", jokers=2).combos.tolist() == [[52, 53]]
    assert len(low("Jk*,Jk*", jokers=1)) == 52
    assert len(low("[A,Jk]", jokers=1)) == 5
    assert len(low("*h,*h", jokers=1, cards=1)) == 13
    assert len(low("*!As", jokers=1)) == 52
    assert len(low("** ! Jk", jokers=2)) == comb(52, 2)
    assert len(low("*x*y", jokers=1)) == comb(52, 2) - 4 * comb(13, 2)
    assert len(low("JK")) == len(low("jk")) == len(low("J K", jokers=1)) == 16


# Patterns at random: a hand is in the range exactly if its cards can be told off to the units.

Unit = tuple[str, frozenset[str], str]


def _of_ranks(some: Iterable[str]) -> frozenset[str]:
    return frozenset(rank + suit for rank in some for suit in SUITS)


def _span(ends: tuple[int, int]) -> tuple[str, frozenset[str]]:
    a, b = sorted(ends)
    return f"[{LOW_ORDER[a]}-{LOW_ORDER[b]}]", _of_ranks(LOW_ORDER[a : b + 1])


RANK = st.sampled_from(LOW_ORDER)
BODY = st.one_of(
    RANK.map(lambda rank: (rank, _of_ranks(rank))),
    st.just(("*", frozenset(DECK))),
    st.tuples(st.integers(0, 12), st.integers(0, 12)).map(_span),
    st.lists(RANK, min_size=1, max_size=4).map(lambda r: (f"[{','.join(r)}]", _of_ranks(r))),
    RANK.map(lambda rank: (f"[!{rank}]", frozenset(DECK) - _of_ranks(rank))),
    st.tuples(RANK, st.sampled_from(DECK)).map(
        lambda pair: (f"[{pair[0]}, {pair[1]}]", _of_ranks(pair[0]) | {pair[1]})
    ),
)


@st.composite
def units(draw: st.DrawFn) -> Unit:
    text, allowed = draw(BODY)
    suit = draw(st.sampled_from(["", "", "x", "y", "z", "w", *SUITS]))
    if suit in SUITS and suit:
        allowed = frozenset(card for card in allowed if card[1] == suit)
        assume(allowed)
        return text + suit, allowed, ""
    return text + suit, allowed, suit


def _fits(hand: tuple[str, ...], pattern: list[Unit]) -> bool:
    return any(_agrees(order, pattern) for order in permutations(hand))


def _agrees(order: tuple[str, ...], pattern: list[Unit]) -> bool:
    letters: dict[str, str] = {}
    for card, (_, allowed, letter) in zip(order, pattern, strict=True):
        if card not in allowed or (letter and letters.setdefault(letter, card[1]) != card[1]):
            return False
    return len(set(letters.values())) == len(letters)


def _listed(pattern: list[Unit]) -> set[Hand]:
    """The range with its stars listed: a union is never left to the deal."""
    text = " ".join(text for text, _, _ in pattern)
    try:
        return set(hands_of(low(f"{text}, {text}")))
    except ValueError as error:
        return _none_because(error, "no hand of this deck", "appears twice")


def _none_because(error: ValueError, *reasons: str) -> set[Hand]:
    """No hands, for one of these reasons; any other is a failure."""
    if not any(reason in str(error) for reason in reasons):
        raise error
    return set()


@given(st.lists(units(), min_size=2, max_size=2))
@settings(max_examples=100)
def test_two_units_against_all_hands(pattern: list[Unit]) -> None:
    assert _listed(pattern) == every(2, lambda hand: _fits(hand, pattern))


@given(st.lists(units(), min_size=3, max_size=4), st.data())
@settings(max_examples=60)
def test_more_units_against_sampled_hands(pattern: list[Unit], data: st.DataObject) -> None:
    found = _listed(pattern)
    choices = [st.sampled_from(sorted(allowed)) for _, allowed, _ in pattern]
    for hand in data.draw(st.lists(st.tuples(*choices), min_size=20, max_size=40)):
        if len(set(hand)) == len(hand):
            assert (frozenset(hand) in found) == _fits(hand, pattern)
    for row in sorted(map(sorted, found))[:: max(1, len(found) // 20)]:
        assert _fits(tuple(row), pattern)


@given(st.lists(units(), min_size=2, max_size=3), st.lists(units(), min_size=1, max_size=2))
@settings(max_examples=60)
def test_exclusion_takes_out_what_contains_it(pattern: list[Unit], taken: list[Unit]) -> None:
    text, out = (" ".join(unit[0] for unit in part) for part in (pattern, taken))
    assume(len(pattern) < 3 or sum(len(unit[1]) for unit in pattern) < 60)

    def kept(hand: Hand) -> bool:
        return not any(_fits(part, taken) for part in combinations(hand, len(taken)))

    wanted = {hand for hand in _listed(pattern) if kept(hand)}
    assume(_listed(pattern) and (len(taken) == 1 or _listed(taken)))
    try:
        found = set(hands_of(low(f"{text} ! {out}")))
    except ValueError as error:
        found = _none_because(error, "nothing is left")
    assert found == wanted


@given(st.lists(st.integers(0, 51), min_size=1, max_size=7, unique=True), st.data())
def test_real_cards_are_read_as_parse_reads_them(codes: list[int], data: st.DataObject) -> None:
    def spelling(card: str) -> str:
        rank = data.draw(st.sampled_from([card[0], card[0].lower(), card[0].replace("T", "10")]))
        symbols = dict(zip("cdhs", ("♣♧", "♦♢", "♥♡", "♠♤"), strict=True))[card[1]]
        suit = data.draw(
            st.sampled_from([card[1], card[1].upper(), *symbols, symbols[0] + "\ufe0f"])
        )
        space = data.draw(st.sampled_from(["", " ", "\t", "\n"]))
        return f"{rank}{suit}{space}"

    text = "".join(spelling(card) for card in str(write(codes)).split())
    found = low(text)
    assert found.combos.tolist() == [sorted(parse(text).tolist())]
    assert found.fixed
    assert found.combos.tolist() == known(codes).combos.tolist()


# Layout.


@pytest.mark.parametrize("text", ["AA**", "A23", "****", "As 2d", "AA:2, KK:1", "A*!AA"])
def test_layout(text: str) -> None:
    found = low(text)
    n, k = found.combos.shape
    assert (len(found), found.masks.shape, found.weights.shape) == (n, (n,), (n,))
    dtypes = [array.dtype.str[1:] for array in (found.combos, found.masks, found.weights)]
    assert dtypes == ["u1", "u8", "f8"]
    assert found.combos.T.flags.c_contiguous
    masks = [sum(1 << code for code in row) for row in found.combos.tolist()]
    assert found.masks.tolist() == sorted(masks)
    assert all(row == sorted(set(row)) for row in found.combos.tolist())
    assert found.text == text
    assert repr(found) == f"<Range {text!r}: {n} x {k} cards, {found.size - k} dealt>"


# Weights.


def test_weights() -> None:
    found = low("AA ! As : 3, KK:.5,QQ : 1e-3, JJ, TT : 0")
    by_rank = dict(zip(map(ranks, hands_of(found)), found.weights.tolist(), strict=True))
    assert by_rank == {"AA": 3, "KK": 0.5, "QQ": 0.001, "JJ": 1}
    assert len(found) == 3 + 3 * 6


def test_a_combination_named_twice_with_one_weight_counts_once() -> None:
    found = low("[A,K][A,K] : 2, AA : 2")
    assert len(found) == comb(8, 2)
    assert (found.weights == 2).all()


def test_file(tmp_path: Path) -> None:
    path = tmp_path / "openers.txt"
    path.write_text("# openers\nAA** : 2\n\n  KK** ! A, QQ** ! A ! KK : 0.5 # rest\n", "utf-8")
    found = low(f"@{path}", cards=4)
    same = low("AA** : 2, KK** ! A, QQ** ! A ! KK : 0.5", cards=4)
    assert found.combos.tolist() == same.combos.tolist()
    assert found.weights.tolist() == same.weights.tolist()
    halved = low(f"@{path} ! AAA : 0.5, 2233", cards=4)
    assert set(halved.weights) == {1.0, 0.5, 0.25}
    assert len(halved) == len(same) - 4 * 48 - 1 + 36


def test_a_file_of_one_line_lists_its_stars(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text("As2d**", "utf-8")
    assert len(low(f"@{path}", cards=4)) == comb(50, 2)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("AA\nK?", r"line 2: '\?' is no part of a hand, at position 1"),
        ("AA\nAKQ", "line 2: hands of one range must be alike: 3 known cards here, 2 known cards"),
        ("AA\n@other", "line 2: a file of ranges names no other file, at position 0"),
        ("# nothing\n", "no hand is in '.*', at position 0"),
        ("AA : 1\nA[As] : 2", "Ac As has the weights 1 and 2; exclude it from one with '!'"),
    ],
)
def test_faults_in_a_file(tmp_path: Path, lines: str, message: str) -> None:
    path = tmp_path / "range.txt"
    path.write_text(lines, "utf-8")
    with pytest.raises(ValueError, match=message):
        low(f"@{path}")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot read '.*nowhere' \(.*\), at position 4"):
        low(f"AA, @{tmp_path / 'nowhere'}")


# Ranked lists.

RANKED = [list(pair) for pair in combinations(range(51, -1, -1), 2)]


@pytest.mark.parametrize(
    ("text", "n"), [("top 10%", 133), ("10%", 133), ("TOP 0.01 %", 1), ("100%", 1326)]
)
def test_top_of_a_ranked_list(text: str, n: int) -> None:
    for ranked in (RANKED, lambda: np.array(RANKED)):
        found = parse_range(text, ace_low=False, cards=2, ranked=ranked)
        assert {*map(tuple, found.combos.tolist())} == {(b, a) for a, b in RANKED[:n]}


def test_a_slice_of_a_ranked_list() -> None:
    found = parse_range("top 20% ! top 10%, 2c3c", ace_low=False, ranked=RANKED)
    assert len(found) == 266 - 133 + 1


# Dead cards and drawing: case 31.


def test_a_pair_of_queens_against_tens_or_better() -> None:
    pairs = parse_range("TT, JJ, QQ, KK, AA", ace_low=False, cards=2)
    left = live(pairs, parse("QhQs"))
    assert Counter(ranks(hand)[0] for hand in hands_of(left)) == {
        "T": 6,
        "J": 6,
        "Q": 1,
        "K": 6,
        "A": 6,
    }
    rows = draw_indices(left, 25 * 4000, np.random.default_rng(31))
    assert chi_square(np.bincount(rows, minlength=25), np.full(25, 4000.0)) < bound(24)


def chi_square(seen: npt.NDArray[Any], expected: npt.NDArray[Any]) -> float:
    return sum(((seen - expected) ** 2 / expected).tolist(), 0.0)


def bound(freedom: int) -> float:
    return freedom + 5 * math.sqrt(2 * freedom)


def test_draws_follow_the_weights() -> None:
    found = low("AA : 3, KK : 1, QQ : 0.25")
    n = 100_000
    columns = draw_combos(found, n, np.random.default_rng(5))
    assert (columns.shape, columns.dtype.str) == ((2, n), "|u1")
    assert columns.flags.c_contiguous
    masks = (np.uint64(1) << columns.astype(np.uint64)).sum(axis=0)
    seen = np.bincount(np.searchsorted(found.masks, masks), minlength=len(found))
    expected = n * found.weights / found.weights.sum()
    assert chi_square(seen, expected) < bound(len(found) - 1)
    again = draw_indices(found, n, np.random.default_rng(5))
    assert (found.combos.T[:, again] == columns).all()


def test_throwing_away_clashes_leaves_all_pairs_of_hands_equally_likely() -> None:
    a, b = low("AA"), low("[A,K][A,K]")
    rng = np.random.default_rng(7)
    i, j = draw_indices(a, 200_000, rng), draw_indices(b, 200_000, rng)
    fine = a.masks[i] & b.masks[j] == 0
    seen = np.bincount(i[fine] * len(b) + j[fine], minlength=len(a) * len(b))
    disjoint = np.array([not x & y for x, y in product(hands_of(a), hands_of(b))])
    assert not seen[~disjoint].any()
    pairs = seen[disjoint]
    assert chi_square(pairs, np.full(len(pairs), pairs.mean())) < bound(len(pairs) - 1)


def test_an_unknown_hand_can_be_drawn() -> None:
    assert draw_combos(low("****"), 3, np.random.default_rng(0)).shape == (0, 3)


@given(st.sets(st.integers(0, 51), max_size=12))
def test_live_hands_hold_no_dead_card(dead: set[int]) -> None:
    found = low("[A-3][A-3] : 2, KK, QJ:0.5")
    wanted = {
        (hand, weight)
        for hand, weight in zip(hands_of(found), found.weights.tolist(), strict=True)
        if not any(DECK[code] in hand for code in dead)
    }
    left = live(found, sorted(dead))
    assert set(zip(hands_of(left), left.weights.tolist(), strict=True)) == wanted
    assert left.combos.T.flags.c_contiguous
    assert (left.text, left.size) == (found.text, found.size)
    assert left.masks.tolist() == [sum(1 << c for c in row) for row in left.combos.tolist()]


def test_nothing_live() -> None:
    with pytest.raises(ValueError, match="no combination of 'AA' is live, for Ac Ad Ah is dead"):
        live(low("AA"), parse("AcAdAhKs"))
    assert live(low("AA"), parse("AcAdKs")).fixed


# Keep and discard.


def test_keep_and_discard() -> None:
    keep, discard = parse_draw("2c 3d 4h 8s | Kc", ace_low=False)
    assert discard is not None
    assert (write(keep.combos[0]), keep.size) == ("2c 3d 4h 8s", 5)
    assert (write(discard.combos[0]), discard.size) == ("Kc", 1)
    keep, discard = parse_draw("2345, 2346|[T-K]", ace_low=False)
    assert discard is not None
    assert (len(keep), len(discard)) == (512, 16)
    assert parse_draw("2c3d4h", ace_low=False)[1] is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2c | 3c | 4c", r"there is a second '\|' before this, at position 10"),
        ("2c |", "no hand stands here .*, at position 4"),
        ("2c 3c | 3c 4c", "3c is both kept and discarded"),
        ("2c 3c | 4c ?5", r"'\?' is no part of a hand, at position 11"),
        ("2c3c4c5c6c7c", "a hand holds 5 cards at most, at position 10"),
    ],
)
def test_faults_of_keep_and_discard(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_draw(text, ace_low=False)


# Faults: what is wrong, and where.

FAULTS = [
    ("", "no hand stands here (unknown cards are *), at position 0"),
    ("AA,,KK", "no hand stands here (unknown cards are *), at position 3"),
    ("AA, KK,", "no hand stands here (unknown cards are *), at position 7"),
    ("AA !", "no hand stands here (unknown cards are *), at position 4"),
    ("A2?", "'?' is no part of a hand, at position 2"),
    ("AA, 1K", "'1' is no part of a hand, at position 4"),
    ("6сTc9h", "'с' (CYRILLIC SMALL LETTER ES) is no part of a hand, at position 1"),
    ("nothing", "'n' is no part of a hand, at position 0"),
    ("A s", "'s' is a suit without a rank before it, at position 2"),
    ("Asx", "'x' is a suit without a rank before it, at position 2"),
    ("KK, As As", "As appears twice, at positions 4 and 7"),
    ("2AAAAA", "no hand of this deck is '2AAAAA', at position 0"),
    ("22, AxAx", "no hand of this deck is 'AxAx', at position 4"),
    ("Jk2c", "this deck has no joker (a jack and a king are JK), at position 0"),
    ("As, 2d", "a comma is a union: put a space between cards, or write [As,2d], at position 4"),
    ("2-5", "a span stands in brackets, as in [2-5], at position 1"),
    ("A [5-2]", "5-2 runs downwards, at position 3"),
    ("[Q-A]", "Q-A runs downwards: the ace is low in this game, at position 1"),
    ("A[2,3", "this bracket is not closed, at position 1"),
    ("A]", "this bracket is not opened, at position 1"),
    ("[2,,3]", "'' is no rank, span or card, at position 3"),
    ("[2, e]", "'e' is no rank, span or card, at position 4"),
    ("[Ax,2]", "'Ax' is no rank, span or card, at position 1"),
    ("A[2!2]", "no card is '[2!2]', at position 1"),
    ("A[2c]h", "no card is '[2c]h', at position 1"),
    ("(A 2) 3", "down cards in parentheses are for stud games alone, at position 0"),
    ("AA ! AAA", "3 cards cannot be excluded from hands of 2, at position 5"),
    ("AA ! A", "nothing is left of the range after this exclusion, at position 5"),
    (
        "AA, AKQ",
        "hands of one range must be alike: 3 known cards here, 2 known cards in the first, "
        "at position 4",
    ),
    ("AA : x", "a weight is a number, as in AA : 0.5, at position 3"),
    ("AA : -1", "a weight is a number, as in AA : 0.5, at position 3"),
    ("AA : 1e999", "the weight 1e999 is too large, at position 5"),
    ("AA : 0", "every weight is 0, at position 0"),
    ("AA : 1, AsA : 2", "Ac As has the weights 1 and 2; exclude it from one with '!'"),
    ("KK, top 10%", "no ranked list for this game, at position 4"),
    ("A top 10%", "'o' is no part of a hand, at position 3"),
    ("As2d | Kc", "'|' divides keep from discard in draw games alone, at position 5"),
    ("A @file", "a file stands alone, as in @path, at position 2"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_faults(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the whole message is compared)
        low(text)
    assert str(caught.value) == message


def test_an_ace_that_is_high_begins_no_span() -> None:
    with pytest.raises(ValueError, match="A-5 runs downwards: the ace is high in this game, at"):
        parse_range("[A-5]", ace_low=False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(A 2 3", "a parenthesis is not closed, at position 6"),
        ("A) 2", "a parenthesis is not opened, at position 1"),
        ("(A (2", "a parenthesis is not closed before this, at position 3"),
        ("A2345678", "a hand holds 7 cards at most, at position 7"),
        ("A******* ", "a hand holds 7 cards at most, at position 7"),
        ("(A2)3, (A23)", "3 known cards, 3 of them down here, 3 known cards, 2 of them down in"),
        ("A23**** ! A234", "4 cards cannot be excluded from hands of 3, at position 10"),
    ],
)
def test_faults_of_stud(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (compared below)
        stud(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["JK", "jk2c", "AjK"])
def test_a_jack_and_king_that_may_be_a_joker(text: str) -> None:
    with pytest.raises(ValueError, match="may be a joker, Jk, or two cards, J K, at position"):
        low(text, jokers=1)


def test_two_jokers_in_a_deck_with_one() -> None:
    with pytest.raises(ValueError, match="Jk appears twice, at positions 0 and 3"):
        low("Jk Jk", jokers=1)


@pytest.mark.parametrize("text", ["****** ! AA", "A*****", "[A-9][A-9][A-9][A-9][A-9][A-9]"])
def test_too_many_combinations(text: str) -> None:
    with pytest.raises(ValueError, match="more than 3 million combinations: name more cards"):
        low(text, cards=6) if "9" not in text else low(text + "[A-9]")


@pytest.mark.parametrize(
    ("percent", "message"),
    [("0%", "0% is not above 0 and at most 100, at position 0"), ("101%", "101% is not above")],
)
def test_faults_of_percentages(percent: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_range(percent, ace_low=True, ranked=RANKED)
    with pytest.raises(ValueError, match="no ranked list for game razz"):
        parse_range(percent, ace_low=True, game="game razz")


def test_faults_of_the_caller() -> None:
    with pytest.raises(ValueError, match="jokers=3 is not 0, 1 or 2"):
        low("A", jokers=3)
    with pytest.raises(ValueError, match="cards=0 is not a number of cards"):
        low("A", cards=0)
    with pytest.raises(TypeError, match="a range is a string, not int"):
        low(23)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a card appears twice in 'As As'"):
        known([51, 51])
    with pytest.raises(ValueError, match="'As 2d' is more than the 1 cards of a hand"):
        known([51, 1], size=1)
