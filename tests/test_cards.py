import re
from collections.abc import Callable
from functools import partial
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastlow import cards
from fastlow.cards import format as write
from fastlow.cards import from_mask, from_suit_major, parse, parse_lines, to_mask, to_suit_major

CODES = {r + s: 4 * i + j for i, r in enumerate("23456789TJQKA") for j, s in enumerate("cdhs")}
NAMES = list(CODES)
LOOK_ALIKES = "\u0441\u0410\u212a\u017f"  # Cyrillic es and A, the kelvin sign, the long s
FRAGMENTS = [
    *"23456789TtJjQqKkAaCcDdHhSsXx01♣♥♤♢ ,\t\n\r;-\0\ufe0f\ud800",
    *LOOK_ALIKES,
    *("10", "Jk", "As", "9♠\ufe0f"),
]


def reading(text: str) -> list[int] | None:
    """Read a hand in another way: plain letters first, then one regular expression."""
    plain = re.sub("([♣♦♥♠♧♢♡♤])[\ufe0e\ufe0f]", r"\1", text)
    plain = plain.translate(str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs"))
    if not plain.isascii():
        return None
    plain = plain.lower().replace("10", "t")
    words = re.findall(r"[2-9tjqka][cdhs]|jk|xx|[ ,\t\r\n]+|.", plain, re.DOTALL)
    words = [word for word in words if word.strip(" ,\t\r\n")]
    jokers = iter((52, 53, None))
    codes = [
        next(jokers, None) if word in ("jk", "xx") else CODES.get(word.capitalize())
        for word in words
    ]
    return None if None in codes else codes  # type: ignore[return-value]


def outcome(call: Callable[[], Any]) -> Any:
    """Give the result as lists, or None for a ValueError."""
    try:
        return call().tolist()
    except ValueError:
        return None


texts = st.one_of(
    st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join),
    st.lists(st.sampled_from([*CODES, "Jk", "xX", "10♠", "th"]), max_size=7).map(" ".join),
    st.text(max_size=6),
)


class TestSpelling:
    def test_whole_deck_in_order(self) -> None:
        assert parse("".join(NAMES)).tolist() == list(range(52))

    @pytest.mark.parametrize("text", ["As", "as", "AS", "aS", "A♠", "a♤", "A♠\ufe0f", " As,\r\n"])
    def test_forms_of_the_ace_of_spades(self, text: str) -> None:
        assert parse(text).tolist() == [51]
        assert parse([text]).tolist() == [[51]]

    @pytest.mark.parametrize("text", ["10h", "Th", "tH", "10♥", "T♡", "10♥\ufe0e"])
    def test_forms_of_the_ten_of_hearts(self, text: str) -> None:
        assert parse(text).tolist() == [34]
        assert parse([text]).tolist() == [[34]]

    @pytest.mark.parametrize("text", ["Jk", "jk", "JK", "jK", "Xx", "xx", "XX", "xX"])
    def test_forms_of_the_joker(self, text: str) -> None:
        assert parse(text).tolist() == [52]
        assert parse([text, f"{text}{text}"[:2]]).tolist() == [[52], [52]]

    def test_every_symbol(self) -> None:
        assert parse("2♣2♦2♥2♠ 3♧3♢3♡3♤").tolist() == list(range(8))

    def test_separators_are_free(self) -> None:
        for text in ("As 2d 10h Jk", "As2d10hJk", "As,2d,10h,Jk", "  As, 2d\t10h ,, Jk\n"):
            assert parse(text).tolist() == [51, 1, 34, 52]

    def test_jokers_are_numbered_and_jacks_are_not_jokers(self) -> None:
        assert parse("Jk Jh Xx JcKc").tolist() == [52, 38, 53, 36, 44]

    def test_nothing_written_is_an_empty_hand(self) -> None:
        assert parse("").shape == parse(" , ").shape == (0,)
        assert parse([]).shape == (0, 0)
        assert parse(["", " "]).shape == (2, 0)
        assert parse("").dtype == parse([]).dtype == parse("As").dtype == np.uint8


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("6сTc9h", "'с' (CYRILLIC SMALL LETTER ES) at position 1 is not a card letter"),
            ("Аs", "'А' (CYRILLIC CAPITAL LETTER A) at position 0 is not a card letter"),
            ("\u212as", "'\u212a' (KELVIN SIGN) at position 0 is not a card letter"),
            (
                "As A\u017f",
                "'\u017f' (LATIN SMALL LETTER LONG S) at position 4 is not a card letter",
            ),
            ("nothing", "'n' at position 0 is not a card letter"),
            ("As;2d", "';' at position 2 is not a card letter"),
            ("As 1h", "'1' at position 3 is not a card letter"),
            ("As\ud800", "'\\ud800' (U+D800) at position 2 is not a card letter"),
            ("As 2d 3", "'3' at position 6 has no suit"),
            ("As 10 2d", "'10' at position 3 has no suit"),
            ("A s", "'A' at position 0 has no suit"),
            ("AKs", "'A' at position 0 has no suit"),
            ("As s", "'s' at position 3 has no rank"),
            ("2d ♠", "'♠' (BLACK SPADE SUIT) at position 3 has no rank"),
            ("AsAs2c3d4h", "As appears twice, at positions 0 and 2"),
            ("10h 2c T♥", "Th appears twice, at positions 0 and 7"),
            ("Jk Xx jk", "there is a third joker at position 6; a hand has two at most"),
        ],
    )
    def test_words(self, text: str, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            parse(text)
        with pytest.raises(ValueError, match=f"^hand 0: {re.escape(message)}$"):
            parse([text])
        with pytest.raises(ValueError, match=f"^hand 1: {re.escape(message)}$"):
            parse(["2h", text, "nothing"])

    def test_repeats_pass_unchecked_but_a_third_joker_never(self) -> None:
        assert parse("AsAs Jk", check=False).tolist() == [51, 51, 52]
        assert parse(["AsAs", "2cJk"], check=False).tolist() == [[51, 51], [0, 52]]
        assert parse(["2c " * 300] * 2, check=False).shape == (2, 300)
        with pytest.raises(ValueError, match="third joker"):
            parse("JkJkJk", check=False)
        with pytest.raises(ValueError, match="hand 1: there is a third joker at position 4"):
            parse(["AsAsAs", "JkJkJk"], check=False)

    @pytest.mark.parametrize(
        ("hands", "message"),
        [
            (["AsKs", "2d3d", "As", "x"], "hand 2 has 1 card, hand 0 has 2"),
            (["AsKs", "2d3d4d", "n"], "hand 1 has 3 cards, hand 0 has 2"),
            (["AsKs", "", "n"], "hand 1 has 0 cards, hand 0 has 2"),
            (["", "As"], "hand 1 has 1 card, hand 0 has 0"),
            (["AsKs", "As\0Ks", "n"], "hand 1: '\\x00' at position 2 is not a card letter"),
            (["As", "2c\x003c"], "hand 1: '\\x00' at position 2 is not a card letter"),
            (["As", "2c", "2c\0"], "hand 2: '\\x00' at position 2 is not a card letter"),
        ],
    )
    def test_first_fault_in_a_list(self, hands: list[str], message: str) -> None:
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            parse(hands)

    @pytest.mark.parametrize("text", [None, 51, b"As", {"As": 1}, {"As"}, iter(["As"]), 1.5])
    def test_other_types(self, text: Any) -> None:
        with pytest.raises(TypeError, match="parse takes a string or a list of strings, not"):
            parse(text)

    @pytest.mark.parametrize("hand", [None, 51, b"As", ["As"], float("nan")])
    def test_other_types_in_a_list(self, hand: Any) -> None:
        with pytest.raises(TypeError, match="hand 1 is not a string but"):
            parse(["As", hand])


class TestLists:
    def test_containers(self) -> None:
        hands = ["As 2d", "10♥Jk"]
        column = type("Column", (), {"__array__": lambda self, **_: np.array(hands, object)})()
        for text in (hands, tuple(hands), np.array(hands), np.array(hands, object), column):
            assert parse(text).tolist() == [[51, 1], [34, 52]]

    def test_result_is_the_callers_own(self) -> None:
        parsed = parse(["As 2d", "3h 4c"])
        parsed[0, 0] = 0
        assert parsed.flags.c_contiguous
        assert parse("As 2d").flags.writeable


class TestTwoReadersAndAThird:
    @given(texts)
    @settings(max_examples=1500, deadline=None)
    def test_hand_alone_and_in_a_list(self, text: str) -> None:
        loose, strict = reading(text), reading(text)
        if strict is not None and len(set(strict)) < len(strict):
            strict = None
        assert outcome(lambda: parse(text, check=False)) == loose
        assert outcome(lambda: parse(text)) == strict
        assert outcome(lambda: parse([text], check=False)) == (loose if loose is None else [loose])
        assert outcome(lambda: parse([text])) == (strict if strict is None else [strict])

    @given(st.lists(texts, max_size=6), st.integers(0, 6), st.booleans())
    @settings(max_examples=600, deadline=None)
    def test_lines(self, hands: list[str], width: int, check: bool) -> None:
        lines = [re.sub("[\n\ud800]", "", hand) for hand in hands]
        block = "".join(f"{line}\n" for line in lines).encode()
        codes, counts = parse_lines(block, width, check=check)
        assert codes.shape == (len(lines), width)
        assert counts.shape == (len(lines),)
        for line, row, count in zip(lines, codes.tolist(), counts, strict=True):
            alone = outcome(partial(parse, line, check=check))
            assert count == (cards.UNREADABLE if alone is None else len(alone))
            if alone is not None:
                assert row == [*alone[:width], *[255] * (width - len(alone))]

    def test_every_pair_of_bytes(self) -> None:
        pairs = [bytes(pair) for pair in product(range(256), repeat=2) if 10 not in pair]
        _, counts = parse_lines(b"\n".join(pairs), 2)
        for pair, count in zip(pairs, counts, strict=True):
            read = reading(pair.decode("latin-1").replace("¤", "?"))
            assert count == (-1 if read is None else len(read)), pair


class TestLines:
    def test_last_line_end_may_be_missing(self) -> None:
        for block in (b"As\nKs", b"As\nKs\n", b"As\r\nKs\r\n"):
            codes, counts = parse_lines(block, 1)
            assert codes.tolist() == [[51], [47]]
            assert counts.tolist() == [1, 1]

    def test_nothing(self) -> None:
        codes, counts = parse_lines(b"", 5)
        assert codes.shape == (0, 5)
        assert counts.tolist() == []
        assert parse_lines(b"\n\n", 5)[1].tolist() == [0, 0]

    def test_a_fault_costs_its_own_line_alone(self) -> None:
        block = "As 2d\nAs As\nnothing\nAs\nAs 2d 3h\n\nK♠ 6с\n\xffKs\nK♠ 10♥\nA".encode()
        codes, counts = parse_lines(block, 2)
        assert counts.tolist() == [2, -1, -1, 1, 3, 0, -1, -1, 2, -1]
        assert codes[[0, 3, 4, 8]].tolist() == [[51, 1], [51, 255], [51, 1], [47, 34]]

    def test_broken_utf8_is_unreadable(self) -> None:
        _, counts = parse_lines(b"A\xe2\x99\nA\xe2\n\xff\xfe\nAs\n", 1)
        assert counts.tolist() == [-1, -1, -1, 1]


class TestFormat:
    def test_names(self) -> None:
        assert write(range(52)) == " ".join(NAMES)
        assert write([[51, 1], [52, 53]]) == ["As 2d", "Jk Jk"]
        assert write([]) == ""
        assert write(np.empty((2, 0), np.uint8)) == ["", ""]
        assert write(np.empty((0, 5), np.int64)) == []

    @given(st.data(), st.integers(0, 54), st.integers(0, 4))
    @settings(max_examples=200, deadline=None)
    def test_round_trip(self, data: st.DataObject, k: int, n: int) -> None:
        deal = st.permutations(range(54)).map(lambda deck: deck[:k])
        hands = np.array(data.draw(st.lists(deal, min_size=n, max_size=n)), np.uint8).reshape(n, k)
        read = parse(write(hands))
        assert read.size == hands.size
        assert np.array_equal(np.minimum(read.reshape(n, k), 52), np.minimum(hands, 52))
        for hand in hands:
            assert np.array_equal(np.minimum(parse(write(hand)), 52), np.minimum(hand, 52))

    @pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, np.uint64])
    def test_any_integers(self, dtype: type) -> None:
        assert write(np.array([0, 51], dtype)[::-1]) == "As 2c"

    @pytest.mark.parametrize(
        ("codes", "message"),
        [
            ([0, 54], "54 at index 1 is not a card: 0 to 53 are"),
            ([0, -1], "-1 at index 1 is not a card: 0 to 53 are"),
            ([[0, 1], [2, 255]], "255 at index (1, 1) is not a card: 0 to 53 are"),
            (300, "300 is not a card: 0 to 53 are"),
            (5, "format takes one hand or a list of hands, not 0 dimensions"),
            ([[[5]]], "format takes one hand or a list of hands, not 3 dimensions"),
        ],
    )
    def test_bad_codes(self, codes: Any, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            write(codes)

    @pytest.mark.parametrize("codes", [[1.0], ["As"], [True], [None], [2**70]])
    def test_bad_types(self, codes: Any) -> None:
        with pytest.raises(TypeError, match="cards must be integers, not"):
            write(codes)


NO_SET = "no set of cards: bits 0 to 51 are"
NO_ORDER = "is not an order of the four suits, such as 'cdhs'"
ORDERS = ["".join(order) for order in permutations("cdhs")]


def slow_number(card: str, suits: str) -> int:
    return 13 * suits.index(card[1]) + "23456789TJQKA".index(card[0])


class TestNumberings:
    @pytest.mark.parametrize("suits", ORDERS)
    def test_suit_major(self, suits: str) -> None:
        numbers = [slow_number(card, suits) for card in CODES]
        assert to_suit_major(range(52), suits).tolist() == numbers
        assert from_suit_major(numbers, suits).tolist() == list(range(52))
        assert to_suit_major(np.arange(52).reshape(2, 2, 13), suits).shape == (2, 2, 13)

    @pytest.mark.parametrize("suits", ["cdhs", "shdc", "hdcs"])
    @given(hand=st.permutations(range(52)), k=st.integers(0, 52))
    @settings(max_examples=100, deadline=None)
    def test_masks(self, suits: str, hand: list[int], k: int) -> None:
        held = hand[:k]
        mask = sum(1 << slow_number(NAMES[code], suits) for code in held)
        assert int(to_mask(held, suits)) == mask
        assert from_mask(mask, suits).tolist() == sorted(held)

    def test_known_bits(self) -> None:
        assert hex(to_mask(parse("2c 3c Ac 2d As"))) == "0x8000000003003"
        assert hex(to_mask(parse("2c 3c Ac 2d As"), "shdc")) == "0x8018004001000"

    def test_mask_shapes(self) -> None:
        hands = np.arange(48, dtype=np.uint8).reshape(2, 3, 8)
        masks = to_mask(hands)
        assert masks.shape == (2, 3)
        assert masks.dtype == np.uint64
        assert np.array_equal(from_mask(masks), hands)
        assert from_mask(masks.astype(np.int64)[:, :0]).shape == (2, 0, 0)
        assert to_mask(np.empty((3, 0), np.uint8)).tolist() == [0, 0, 0]

    @pytest.mark.parametrize(
        ("call", "message"),
        [
            (lambda: to_suit_major([0, 52]), "52 at index 1 is not a card: 0 to 51 are"),
            (lambda: from_suit_major([[0], [-1]]), "-1 at index (1, 0) is not a card: 0 to 51 are"),
            (lambda: to_mask([53]), "53 at index 0 is not a card: 0 to 51 are"),
            (lambda: to_mask([51, 1, 51]), "As appears twice in the hand"),
            (lambda: to_mask([[1, 2], [0, 0]]), "2c appears twice in the hand at index 1"),
            (lambda: to_mask(5), "a mask is made from a hand of cards, not from a single code"),
            (lambda: from_mask([1, 1 << 52]), f"mask {1 << 52} at index 1 is {NO_SET}"),
            (lambda: from_mask(-1), f"mask -1 is {NO_SET}"),
            (lambda: from_mask([3, 3, 1]), "the mask at index 2 holds 1 card, the first holds 2"),
            (lambda: to_mask([1], "cdh"), f"suits='cdh' {NO_ORDER}"),
            (lambda: from_suit_major([1], "cdhh"), f"suits='cdhh' {NO_ORDER}"),
        ],
    )  # fmt: skip
    def test_bad_input(self, call: Callable[[], Any], message: str) -> None:
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            call()

    def test_bad_types(self) -> None:
        with pytest.raises(TypeError, match="masks must be integers, not float64"):
            from_mask([1.0])
        with pytest.raises(TypeError, match="cards must be integers, not"):
            to_mask(["As"])
