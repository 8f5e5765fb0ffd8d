"""The settings of vivid's controls that are tried with each format, by the numbers of its menus.

All colour spaces with all transfer functions, and each two values of any two controls together at least once. A format that
both kinds of nodes have gets half of them on each.
"""
from collections import Counter, namedtuple
from itertools import combinations, product

from formats import FORMATS

Setting = namedtuple("Setting", "test_pattern colorspace transfer_function y_cbcr_encoding quantization hsv_encoding")

BARS, CSC_BARS, RAMP = 0, 2, 20
SRGB, DCI_P3 = 2, 5
# V4L2's menu has a gap at sYCC.
CHOICES = Setting((CSC_BARS, BARS), range(9), range(8), (0, 1, 2, 3, 4, 6, 7, 8), range(3), range(2))


def pairs_of(setting):
    return set(combinations(enumerate(setting), 2))


def pairwise():
    """A setting for each colour space with each transfer function; the rest so that each two values meet."""
    missing = {
        ((i, a), (j, b))
        for (i, one), (j, other) in combinations(enumerate(CHOICES), 2) for a in one for b in other
    }
    found, used = [], Counter()
    # Along diagonals, so that the first ones have all values.
    for step, space in product(range(8), range(9)):
        transfer = (space + step) % 8
        # A Latin square; the others are chosen so that most new pairs meet, then those that are rare so far.
        encoding = CHOICES.y_cbcr_encoding[(space + transfer) % 8]
        best = max(
            (Setting(pattern, space, transfer, encoding, *others)
             for pattern, *others in product(CHOICES.test_pattern, CHOICES.quantization, CHOICES.hsv_encoding)),
            key=lambda setting: (len(pairs_of(setting) & missing), -sum(used[value] for value in enumerate(setting))))
        found.append(best)
        missing -= pairs_of(best)
        used.update(enumerate(best))
    assert not missing, missing
    return found


def plan(name, node, count=None):
    """The settings for a format on a node ("single" or "multi"), the defaults first; at most so many."""
    all_settings = pairwise()
    if name in FORMATS and not FORMATS[name].is_separate:
        half = 0 if node == "single" else 1
        all_settings = [s for s in all_settings if (s.colorspace + s.transfer_function // 2) % 2 == half]
    ramps = [Setting(RAMP, SRGB, 0, 0, 0, 0), Setting(RAMP, DCI_P3, 0, 0, 2, 1)]
    return ([Setting(CSC_BARS, SRGB, 0, 0, 0, 0)] + ramps + all_settings)[:count]


def line(setting):
    """As v4l2-ctl takes it."""
    return ",".join(f"{name}={value}" for name, value in setting._asdict().items())


if __name__ == "__main__":
    import sys

    folder, count = sys.argv[1], int(sys.argv[2]) or None
    for name in list(FORMATS) + ["other"]:
        for node in ("single", "multi"):
            with open(f"{folder}/{node}-{name}", "w") as file:
                file.writelines(line(setting) + "\n" for setting in plan(name, node, count))
