"""Options that are a number with a unit, or a range of numbers."""

import re
from dataclasses import dataclass

_NUMBER = (
    r"(?:about |approximately |up to |at least |at most |[<>≤≥~≈±] ?)?(\d{1,3}(?:,\d{3})+|\d+)((?:\.\d+)?)"
)
_UNIT = r"[A-Za-zµμΩ°%][\w/°%²³-]*"
_QUANTITY = re.compile(rf"{_NUMBER}(?: ?({_UNIT}(?: {_UNIT})?))?\.?", re.I)
_RANGE = re.compile(rf"{_NUMBER} ?({_UNIT})? ?(?:-|–|to) ?{_NUMBER} ?({_UNIT})?\.?", re.I)

#: Decimal and binary prefixes; a lower-case k, m, u, n before a known base unit.
_PREFIXES = {
    "n": 1e-9,
    "µ": 1e-6,
    "μ": 1e-6,
    "u": 1e-6,
    "m": 1e-3,
    "k": 1e3,
    "K": 1e3,
    "M": 1e6,
    "G": 1e9,
    "T": 1e12,
    "P": 1e15,
    "Ki": 2.0**10,
    "Mi": 2.0**20,
    "Gi": 2.0**30,
    "Ti": 2.0**40,
}
_BASES = ("bit/s", "b/s", "bps", "B/s", "Hz", "FLOPS", "Wh", "W", "V", "A", "B", "bit", "b", "s", "m", "T/s")
_PREFIXED = re.compile(rf"({'|'.join(_PREFIXES)})({'|'.join(map(re.escape, _BASES))})")
_WORDS = {"second": ("s", 1.0), "minute": ("s", 60.0), "hour": ("s", 3600.0), "day": ("s", 86400.0)}
_WORDS |= {"week": ("s", 7 * 86400.0), "microsecond": ("s", 1e-6), "millisecond": ("s", 1e-3)}
_WORDS |= {"nanosecond": ("s", 1e-9), "min": ("s", 60.0), "h": ("s", 3600.0), "byte": ("B", 1.0)}
_WORDS |= {
    "bit": ("b", 1.0),
    "bit/s": ("b/s", 1.0),
    "bps": ("b/s", 1.0),
    "metre": ("m", 1.0),
    "meter": ("m", 1.0),
}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in its base unit (bits, bytes, seconds …), and as it was written."""

    value: float
    base: str
    text: str


def quantity_of(text: str) -> Quantity | None:
    """The quantity that an option consists of; None if it says anything else."""
    match = _QUANTITY.fullmatch(" ".join(text.split())[:80])
    return match and _quantity(match[1] + match[2], match[3] or "", text.strip())


def range_of(text: str) -> tuple[Quantity, Quantity] | None:
    """Both ends of the range that an option consists of; None if it says anything else."""
    match = _RANGE.fullmatch(" ".join(text.split())[:80])
    if not match:
        return None
    unit = match[6] or match[3] or ""
    low = _quantity(match[1] + match[2], match[3] or unit, f"{match[1]}{match[2]}")
    high = _quantity(match[4] + match[5], unit, f"{match[4]}{match[5]}")
    return low, high


def _quantity(number: str, unit: str, text: str) -> Quantity:
    value = float(number.replace(",", ""))
    if match := _PREFIXED.fullmatch(unit):
        base, factor = match[2], _PREFIXES[match[1]]
    else:
        singular = unit[:-1] if len(unit) > 3 and unit.endswith("s") else unit
        base, factor = _WORDS.get(singular.lower() if len(singular) > 1 else singular, (singular, 1.0))
    base = _WORDS.get(base, (base, 1.0))[0] if base in ("bit", "bit/s", "bps") else base
    return Quantity(value * factor, base, text)
