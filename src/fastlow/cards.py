"""Cards: their codes, how people write them, and how other programs number them.

A card is ``4 * rank + suit``: 2c = 0, 2d = 1, 2h = 2, 2s = 3, 3c = 4 ... As = 51; jokers are 52
and 53. So ``code >> 2`` is the rank (2 = 0 ... A = 12, a joker 13) and ``code & 3`` the suit.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn, overload

import numpy as np
import numpy.typing as npt

from fastlow.foreign import FRAMES, host_of
from fastlow.kernels import text as scanner
from fastlow.places import at, first

Cards = npt.NDArray[np.uint8]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
N_CARDS = 52
JOKERS = (52, 53)
UNREADABLE = scanner.UNREADABLE


@overload
def parse(text: str | Sequence[str] | npt.NDArray[Any], *, check: bool = True) -> Cards: ...
@overload
def parse(text: Any, *, check: bool = True) -> Any: ...  # columns: what comes back is theirs
def parse(text: Any, *, check: bool = True) -> Any:
    """Read cards as people write them: ``4 * rank + suit``, ace high, jokers 52 and 53.

    A card is a rank (``2`` to ``9``, ``T`` or ``10``, ``J Q K A``) and a suit (``c d h s`` or
    ``♣ ♦ ♥ ♠ ♧ ♢ ♡ ♤``); a joker is ``Jk`` or ``Xx``. Case is free. Spaces, tabs, line ends and
    commas may stand between cards and need not. Nothing else is a card: a letter of another
    alphabet that only looks like one is refused by its name.

    Parameters
    ----------
    text : str or 1-D sequence of str
        One hand, of any number of cards, or a list or array of n hands of k cards each. Or columns
        of pandas, polars or Arrow: strings, lists of cards, or a card in each of several.
    check : bool
        Refuse a card that appears twice in one hand.

    Returns
    -------
    ndarray of uint8, shape (k,) or (n, k)
        Card codes in the order written. The first joker of a hand is 52, the second 53. Of columns,
        a column of lists of the same library, or in pandas a data frame of `k` columns.

    Raises
    ------
    ValueError
        If something is not a card, a card is repeated, a hand has three jokers or not as many
        cards as the first one. The message names the first fault with its position in the string
        and the number of the hand, both counted from 0.
    TypeError
        If ``text`` is not a string or a one-dimensional sequence of strings.

    Examples
    --------
    >>> parse("As 2d 3h 4c 5s")
    array([51,  1,  6,  8, 15], dtype=uint8)
    >>> parse(["10♥, 9♣, Jk", "KsQsJs"])
    array([[34, 28, 52],
           [47, 43, 39]], dtype=uint8)
    >>> parse("6сTc9h")
    Traceback (most recent call last):
    ValueError: 'с' (CYRILLIC SMALL LETTER ES) at position 1 is not a card letter
    """
    if isinstance(text, str):
        return np.array(_read_hand(text, check), np.uint8)
    if host := host_of(text, hosts=FRAMES):
        return host.parse(text, check=check)
    return _parse_hands(_strings(text), check)


def parse_lines(
    block: bytes, cards: int, *, check: bool = True
) -> tuple[Cards, npt.NDArray[np.int32]]:
    r"""Read a block of UTF-8 text, one hand a line, without raising on a line that is no hand.

    This is `parse` for those who stream files: the same grammar, and a count for each line, from
    which the caller decides what to do about an empty, short, long or faulty one. ``parse(line)``
    words the fault.

    Parameters
    ----------
    block : bytes
        Whole lines, ended by ``\n`` or ``\r\n``; the last line end may be missing.
    cards : int
        The number of cards that a hand should have: the width of the result.
    check : bool
        Count a hand with a repeated card as unreadable.

    Returns
    -------
    codes : ndarray of uint8, shape (lines, cards)
        Card codes. Only the rows whose count is ``cards`` are hands; what the other rows hold
        beyond their cards is 255.
    counts : ndarray of int32, shape (lines,)
        The number of cards on each line, also where it is not ``cards``: 0 for an empty line,
        and `UNREADABLE` (-1) for a line that is no hand.

    Examples
    --------
    >>> codes, counts = parse_lines(b"As 2d 3h\r\nKs Kh\n\nnothing\n", cards=3)
    >>> codes[0], counts
    (array([51,  1,  6], dtype=uint8), array([ 3,  2,  0, -1], dtype=int32))
    """
    if block and not block.endswith(b"\n"):
        block += b"\n"
    return _scan(block, ord("\n"), cards, check)


def format(cards: npt.ArrayLike) -> str | list[str]:  # noqa: A001 (the public name)
    """Write cards the way `parse` reads them: ``As 2d 3h 4c 5s``, jokers ``Jk``.

    Parameters
    ----------
    cards : array_like of int, shape (k,) or (n, k)
        Card codes from 0 to 53.

    Returns
    -------
    str or list of str
        One hand, or n of them.

    Raises
    ------
    ValueError
        If a code is not from 0 to 53 (its value and index are named), or ``cards`` is neither
        one- nor two-dimensional.
    TypeError
        If the codes are not integers.

    Examples
    --------
    >>> format([51, 1, 6, 8, 15])
    'As 2d 3h 4c 5s'
    >>> format([[34, 52], [0, 51]])
    ['Th Jk', '2c As']
    """
    codes = as_codes(cards)
    if codes.ndim not in (1, 2):
        raise ValueError(f"format takes one hand or a list of hands, not {codes.ndim} dimensions")
    hands = _written(np.atleast_2d(codes))
    return hands if codes.ndim == 2 else hands[0]


def as_codes(cards: npt.ArrayLike, *, n: int = N_CARDS + len(JOKERS)) -> Cards:
    """Take integers of any kind for card codes, all of them from 0 to ``n - 1``.

    Parameters
    ----------
    cards : array_like of int, any shape
        Card codes, or another numbering of n cards.
    n : int
        How many cards there are: 54, or 52 where jokers have no place.

    Returns
    -------
    ndarray of uint8, the same shape
        The codes; a view where they are ``uint8`` already.

    Raises
    ------
    ValueError
        If a number is out of range; its value and index are named.
    TypeError
        If they are not integers.

    Examples
    --------
    >>> as_codes([0, 51])
    array([ 0, 51], dtype=uint8)
    >>> as_codes([[0, 51], [54, 60]])
    Traceback (most recent call last):
    ValueError: 54 at index (1, 0) is not a card: 0 to 53 are
    """
    codes = _integers(cards, "cards")
    bad = (codes < 0) | (codes >= n)
    if bad.any():
        place = first(bad)
        raise ValueError(f"{codes[place]}{at(place)} is not a card: 0 to {n - 1} are")
    return codes.astype(np.uint8, copy=False)


def to_suit_major(cards: npt.ArrayLike, suits: str = SUITS) -> Cards:
    """Give the numbers that run suit by suit: ``13 * suit + rank``, 2 = 0 ... A = 12, from 0 to 51.

    Parameters
    ----------
    cards : array_like of int, any shape
        Card codes from 0 to 51; this numbering has no jokers.
    suits : str
        The order of the suits, the lowest first: ``"cdhs"``, ``"shdc"`` or any other.

    Returns
    -------
    ndarray of uint8, the same shape
        Numbers from 0 to 51.

    Raises
    ------
    ValueError
        If a code is not from 0 to 51, or ``suits`` is not an order of the four suits.

    Examples
    --------
    >>> to_suit_major(parse("2c 3c Ac 2d As"))
    array([ 0,  1, 12, 13, 51], dtype=uint8)
    >>> to_suit_major(parse("2s 2c"), suits="shdc")
    array([ 0, 39], dtype=uint8)
    """
    return _suit_major(suits)[as_codes(cards, n=N_CARDS)]


def from_suit_major(numbers: npt.ArrayLike, suits: str = SUITS) -> Cards:
    """Turn ``13 * suit + rank`` back into card codes.

    Parameters
    ----------
    numbers : array_like of int, any shape
        Numbers from 0 to 51, as `to_suit_major` gives them.
    suits : str
        The order of the suits, the lowest first.

    Returns
    -------
    ndarray of uint8, the same shape
        Card codes.

    Raises
    ------
    ValueError
        If a number is not from 0 to 51, or ``suits`` is not an order of the four suits.

    Examples
    --------
    >>> format(from_suit_major([0, 12, 51]))
    '2c Ac As'
    """
    return np.argsort(_suit_major(suits)).astype(np.uint8)[as_codes(numbers, n=N_CARDS)]


def to_mask(cards: npt.ArrayLike, suits: str = SUITS) -> npt.NDArray[np.uint64]:
    """Turn hands into 64-bit sets of cards: bit ``13 * suit + rank``, 2 = 0 ... A = 12.

    In the order ``"cdhs"`` this is PokerStove's ``CardSet::mask()``.

    Parameters
    ----------
    cards : array_like of int, shape (..., k)
        Card codes from 0 to 51, all different within a hand; a mask has no jokers.
    suits : str
        The order of the suits, the lowest bits first: ``"cdhs"``, ``"shdc"`` or any other.

    Returns
    -------
    ndarray of uint64, shape (...)
        One mask a hand.

    Raises
    ------
    ValueError
        If a code is not from 0 to 51, a hand holds a card twice, ``cards`` has no axis of cards,
        or ``suits`` is not an order of the four suits.

    Examples
    --------
    >>> [hex(mask) for mask in to_mask(parse(["2c 3c", "Ac As"]))]
    ['0x3', '0x8000000001000']
    """
    numbers = to_suit_major(cards, suits)
    if not numbers.ndim:
        raise ValueError("a mask is made from a hand of cards, not from a single code")
    bits = np.uint64(1) << numbers.astype(np.uint64)
    masks: npt.NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=-1)
    repeated = np.bitwise_count(masks) != numbers.shape[-1]
    if repeated.any():
        _refuse_repeated(np.asarray(cards), first(repeated))
    return masks


def from_mask(masks: npt.ArrayLike, suits: str = SUITS) -> Cards:
    """Turn 64-bit sets of cards, all of one size k, back into hands.

    Parameters
    ----------
    masks : array_like of int, shape (...)
        Masks as `to_mask` gives them.
    suits : str
        The order of the suits, the lowest bits first.

    Returns
    -------
    ndarray of uint8, shape (..., k)
        Card codes, ascending in each hand.

    Raises
    ------
    ValueError
        If a mask has a bit that is no card, or not as many cards as the first one, or ``suits``
        is not an order of the four suits.
    TypeError
        If the masks are not integers.

    Examples
    --------
    >>> format(from_mask([0b11, 1 << 12 | 1 << 51]))
    ['2c 3c', 'Ac As']
    """
    rest, k = _checked_masks(masks)
    numbers = np.empty((*rest.shape, k), np.uint8)
    for i in range(k):
        numbers[..., i] = np.bitwise_count(~rest & (rest - np.uint64(1)))  # zeros below the lowest
        rest = rest & (rest - np.uint64(1))
    return np.sort(from_suit_major(numbers, suits), axis=-1)


# How a card is written: every spelling stands here once, for both readers.

_SEPARATORS = " ,\t\r\n"
_SYMBOLS = {
    symbol + style: suit  # text style, emoji style, or neither
    for symbols in ("♣♦♥♠", "♧♢♡♤")
    for suit, symbol in enumerate(symbols)
    for style in ("\ufe0e", "\ufe0f", "")
}
SUIT_OF = {letter: suit for s in (SUITS, SUITS.upper()) for suit, letter in enumerate(s)}
SUIT_OF |= _SYMBOLS
RANK_OF = {letter: rank for r in (RANKS, RANKS.lower()) for rank, letter in enumerate(r)}
RANK_OF |= {"10": RANKS.index("T")}
_JOKER_NAMES = ["jk", "jK", "Jk", "JK", "xx", "xX", "Xx", "XX"]
_CODE_OF = {r + s: 4 * rank + suit for r, rank in RANK_OF.items() for s, suit in SUIT_OF.items()}
_CODE_OF |= dict.fromkeys(_JOKER_NAMES, JOKERS[0])
_IN_USE = {*"".join(_CODE_OF), *_SEPARATORS}
_LENGTHS = range(max(map(len, _CODE_OF)), 0, -1)

_NAMES = [rank + suit for rank in RANKS for suit in SUITS] + 2 * ["Jk"]
_LETTERS_OF = np.array([[*f"{name} ".encode()] for name in _NAMES], np.uint8)


def _written(hands: Cards) -> list[str]:
    """Write hands by slicing one long string: four times as fast as joining card by card."""
    text = _LETTERS_OF[hands].tobytes().decode()
    width = 3 * hands.shape[1]
    return [text[i * width : (i + 1) * width - 1] for i in range(len(hands))]


# The slow reader: one hand, and every fault in words.


def _read_hand(text: str, check: bool) -> list[int]:
    """Codes of one hand; a ValueError words its first fault."""
    seen: dict[int, int] = {}
    codes = []
    for position, code in _read_cards(text):
        if code == JOKERS[0] and code in seen:
            code = JOKERS[1]
        if code in seen and (check or code in JOKERS):
            raise ValueError(_repeated(code, seen[code], position))
        seen[code] = position
        codes.append(code)
    return codes


def _read_cards(text: str) -> Iterator[tuple[int, int]]:
    """Position and code of each card; every joker is the first one here."""
    position = 0
    while position < len(text):
        if text[position] in _SEPARATORS:
            position += 1
            continue
        spelling = _longest(text, position, _CODE_OF)
        if not spelling:
            raise ValueError(_fault(text, position))
        yield position, _CODE_OF[spelling]
        position += len(spelling)


def _longest(text: str, position: int, known: dict[str, int]) -> str:
    """Find the longest known spelling that starts here, or nothing."""
    candidates = (text[position : position + length] for length in _LENGTHS)
    return next((spelling for spelling in candidates if spelling in known), "")


def _fault(text: str, position: int) -> str:
    """Say why no card starts at this position."""
    rank, suit = _longest(text, position, RANK_OF), _longest(text, position, SUIT_OF)
    after = text[position + len(rank) :][:1]
    if rank and after and after not in _IN_USE:
        return f"{quoted(after)} at position {position + len(rank)} is not a card letter"
    if rank:
        return f"'{rank}' at position {position} has no suit"
    if suit:
        return f"{quoted(text[position])} at position {position} has no rank"
    return f"{quoted(text[position])} at position {position} is not a card letter"


def quoted(character: str) -> str:
    """Show a character, and its name where its looks may deceive."""
    if character.isascii():
        return repr(character)
    return f"{character!r} ({unicodedata.name(character, f'U+{ord(character):04X}')})"


def _repeated(code: int, first: int, second: int) -> str:
    if code in JOKERS:
        return f"there is a third joker at position {second}; a hand has two at most"
    return f"{_NAMES[code]} appears twice, at positions {first} and {second}"


# The fast reader: a table of byte pairs made of the same spellings, and the compiled scanner.


def _parse_hands(texts: Sequence[str], check: bool) -> Cards:
    if not len(texts):
        return np.empty((0, 0), np.uint8)
    width = len(_read_nth(texts, 0, check))
    codes, counts = _scan(_block(texts), 0, width, check)
    if (counts != width).any():
        _refuse_nth(texts, int(np.argmax(counts != width)), width, check)
    return codes


def _scan(
    block: bytes, newline: int, cards: int, check: bool
) -> tuple[Cards, npt.NDArray[np.int32]]:
    """Scan lines that all end in the byte ``newline``."""
    if not block.isascii():
        block = _with_letters(block)
    counts = np.empty(block.count(newline), np.int32)
    codes = np.full((len(counts), cards), scanner.NO_CARD, np.uint8)
    once = _ALL if check else _JOKERS_ONLY
    scanner.scan_hands(np.frombuffer(block, np.uint8), newline, _PAIRS, once, codes, counts)
    return codes, counts


def _with_letters(block: bytes) -> bytes:
    """Write suit letters for suit symbols: as many lines, and the scanner knows ASCII alone."""
    for symbol, suit in _SYMBOLS.items():
        block = block.replace(symbol.encode(), SUITS[suit].encode())
    return block


def _pairs() -> npt.NDArray[np.uint8]:
    """Tell what each pair of bytes means to the scanner."""
    pairs = np.full((256, 256), scanner.NO_CARD, np.uint8)
    pairs[[ord(separator) for separator in _SEPARATORS]] = scanner.SPACE
    pairs[ord("1"), ord("0")] = scanner.TEN
    for spelling, code in _CODE_OF.items():
        if spelling.isascii() and len(spelling) == 2:
            pairs[ord(spelling[0]), ord(spelling[1])] = code
    return pairs


_PAIRS = _pairs()
_ALL = np.uint64((1 << 54) - 1)
_JOKERS_ONLY = np.uint64(0b11 << JOKERS[0])


def _strings(text: object) -> Sequence[str]:
    """Take anything one-dimensional that holds strings for a list of them."""
    texts = text if isinstance(text, list | tuple) else np.asarray(text).tolist()
    if not isinstance(texts, list | tuple):
        raise TypeError(f"parse takes a string or a list of strings, not {type(text).__name__}")
    for n, hand in enumerate(texts):
        if not isinstance(hand, str):
            raise TypeError(f"hand {n} is not a string but {type(hand).__name__}")
    return texts


def _block(texts: Sequence[str]) -> bytes:
    """Join hands, each ended by a NUL, which no hand may hold itself."""
    joined = "\0".join(texts) + "\0"
    if joined.count("\0") != len(texts):
        joined = "\0".join(hand.replace("\0", "\1") for hand in texts) + "\0"  # as bad a letter
    return joined.encode(errors="surrogatepass")


def _read_nth(texts: Sequence[str], n: int, check: bool) -> list[int]:
    try:
        return _read_hand(texts[n], check)
    except ValueError as error:
        raise ValueError(f"hand {n}: {error}") from None


def _refuse_nth(texts: Sequence[str], n: int, width: int, check: bool) -> NoReturn:
    count = len(_read_nth(texts, n, check))
    raise ValueError(f"hand {n} has {_cards(count)}, hand 0 has {width}")


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


# Numberings.


def _suit_major(suits: str) -> Cards:
    """``13 * suit + rank`` of every card code."""
    if sorted(suits) != sorted(SUITS):
        raise ValueError(f"suits={suits!r} is not an order of the four suits, such as 'cdhs'")
    code = np.arange(N_CARDS)
    place = np.array([suits.index(suit) for suit in SUITS])
    numbers: Cards = (13 * place[code & 3] + (code >> 2)).astype(np.uint8)
    return numbers


def _checked_masks(masks: npt.ArrayLike) -> tuple[npt.NDArray[np.uint64], int]:
    """Masks of cards alone, and how many cards each of them holds."""
    sets = _integers(masks, "masks")
    bad = (sets < 0) | (sets >= 1 << N_CARDS)
    if bad.any():
        place = first(bad)
        raise ValueError(f"mask {sets[place]}{at(place)} is no set of cards: bits 0 to 51 are")
    counts = np.bitwise_count(sets.astype(np.uint64))
    k = int(counts.flat[0]) if counts.size else 0
    if (counts != k).any():
        place = first(counts != k)
        raise ValueError(f"the mask{at(place)} holds {_cards(counts[place])}, the first holds {k}")
    return sets.astype(np.uint64), k


def _integers(values: npt.ArrayLike, what: str) -> npt.NDArray[Any]:
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{what} must be integers, not {array.dtype}")
    return array


def _refuse_repeated(cards: npt.NDArray[Any], place: tuple[int, ...]) -> NoReturn:
    hand = cards[place].tolist()
    code = next(code for i, code in enumerate(hand) if code in hand[:i])
    raise ValueError(f"{_NAMES[code]} appears twice in the hand{at(place)}")
