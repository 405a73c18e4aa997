"""Sorting networks and the index of a rank multiset, in arithmetic that compiles to wide vectors.

Every step is cast back to 8 or 16 bits: Numba widens ``min``, ``+`` and ``>>`` of small integers
to 64 bits, and the loops then run at less than half the speed. Divisions are exact modulo 2**16: a
shift where the product is still below 2**16, and a multiplication by the inverse of an odd number.
"""

from numpy import uint8 as u8
from numpy import uint16 as u16

from fastlow.kernels.compiled import inline

ONE, TWO, THREE, FOUR, FIVE, SIX = (u16(n) for n in range(1, 7))
SEVEN_BITS = u16(127)
INVERSE_3, INVERSE_7, INVERSE_15, INVERSE_45 = (u16(pow(n, -1, 2**16)) for n in (3, 7, 15, 45))


@inline
def ordered(a: u8, b: u8) -> tuple[u8, u8]:
    return u8(min(a, b)), u8(max(a, b))


@inline
def sort3(a: u8, b: u8, c: u8) -> tuple[u8, u8, u8]:
    a, c = ordered(a, c)
    a, b = ordered(a, b)
    b, c = ordered(b, c)
    return a, b, c


@inline
def sort4(a: u8, b: u8, c: u8, d: u8) -> tuple[u8, u8, u8, u8]:
    a, c = ordered(a, c)
    b, d = ordered(b, d)
    a, b = ordered(a, b)
    c, d = ordered(c, d)
    b, c = ordered(b, c)
    return a, b, c, d


@inline
def sort5(a: u8, b: u8, c: u8, d: u8, e: u8) -> tuple[u8, u8, u8, u8, u8]:
    a, d = ordered(a, d)
    b, e = ordered(b, e)
    a, c = ordered(a, c)
    b, d = ordered(b, d)
    a, b = ordered(a, b)
    c, e = ordered(c, e)
    b, c = ordered(b, c)
    d, e = ordered(d, e)
    c, d = ordered(c, d)
    return a, b, c, d, e


@inline
def sort6(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) -> tuple[u8, u8, u8, u8, u8, u8]:
    a, f = ordered(a, f)
    b, d = ordered(b, d)
    c, e = ordered(c, e)
    b, c = ordered(b, c)
    d, e = ordered(d, e)
    a, d = ordered(a, d)
    c, f = ordered(c, f)
    a, b = ordered(a, b)
    c, d = ordered(c, d)
    e, f = ordered(e, f)
    b, c = ordered(b, c)
    d, e = ordered(d, e)
    return a, b, c, d, e, f


@inline
def sort7(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) -> tuple[u8, u8, u8, u8, u8, u8, u8]:
    a, g = ordered(a, g)
    c, d = ordered(c, d)
    e, f = ordered(e, f)
    a, c = ordered(a, c)
    b, e = ordered(b, e)
    d, g = ordered(d, g)
    a, b = ordered(a, b)
    c, f = ordered(c, f)
    d, e = ordered(d, e)
    b, c = ordered(b, c)
    e, g = ordered(e, g)
    c, d = ordered(c, d)
    e, f = ordered(e, f)
    b, c = ordered(b, c)
    d, e = ordered(d, e)
    f, g = ordered(f, g)
    return a, b, c, d, e, f, g


@inline
def choose2(r: u8) -> u16:
    """C(r + 1, 2)."""
    x = u16(r)
    return u16(u16(x * u16(x + ONE)) >> ONE)


@inline
def choose3(r: u8) -> u16:
    """C(r + 2, 3)."""
    x = u16(r)
    return u16(u16(u16(u16(x * u16(x + ONE)) * u16(x + TWO)) >> ONE) * INVERSE_3)


@inline
def choose4_times3(r: u8) -> u16:
    """3 C(r + 3, 4) = y (y + 2) / 8 with y = r (r + 3)."""
    x = u16(r)
    y = u16(x * u16(x + THREE))
    return u16(u16(y * u16(y + TWO)) >> THREE)


@inline
def choose4(r: u8) -> u16:
    """C(r + 3, 4)."""
    return u16(choose4_times3(r) * INVERSE_3)


@inline
def choose5(r: u8) -> u16:
    """C(r + 4, 5) = C(r + 3, 4) (r + 4) / 5."""
    return u16(u16(choose4_times3(r) * u16(u16(r) + FOUR)) * INVERSE_15)


@inline
def choose6(r: u8) -> u16:
    """C(r + 5, 6) = h (h + 2) (h + 3) / 90 with h = r (r + 5) / 2.

    That h is below 128 has to be said: else LLVM takes 32 bits, and seven cards a third longer.
    """
    x = u16(r)
    half = u16(u16(u16(x * u16(x + FIVE)) >> ONE) & SEVEN_BITS)
    return u16(u16(half * u16(u16(u16(half + TWO) * u16(half + THREE)) >> ONE)) * INVERSE_45)


@inline
def choose7(r: u8) -> u16:
    """C(r + 6, 7) = C(r + 5, 6) (r + 6) / 7; below 2**16 up to a joker."""
    return u16(u16(choose6(r) * u16(u16(r) + SIX)) * INVERSE_7)


@inline
def index3(a: u8, b: u8, c: u8) -> u16:
    """Index three ranks in ascending order."""
    return u16(u16(u16(a) + choose2(b)) + choose3(c))


@inline
def index5(a: u8, b: u8, c: u8, d: u8, e: u8) -> u16:
    """Index five ranks in ascending order."""
    return u16(u16(index3(a, b, c) + choose4(d)) + choose5(e))


@inline
def index6(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) -> u16:
    """Index six ranks in ascending order."""
    return u16(index5(a, b, c, d, e) + choose6(f))


@inline
def index7(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) -> u16:
    """Index seven ranks in ascending order, none of them a joker: those no longer fit 16 bits."""
    return u16(index6(a, b, c, d, e, f) + choose7(g))


@inline
def rank_of(card: u8) -> u8:
    return u8(card >> u8(2))


@inline
def one_suit(a: u8, b: u8, c: u8, d: u8, e: u8) -> bool:
    differing = u8(u8(u8(a ^ b) | u8(b ^ c)) | u8(u8(c ^ d) | u8(d ^ e)))
    return bool(differing & u8(3) == u8(0))
