#!/usr/bin/python3 -B
"""Judges what lab/scenarios/conformance has brought, format by format, and prints or writes a table.

usage: judge.py FOLDER [--page FILE] [--deep] [--all]
  FOLDER  what the boots have left
  --page  the page to write
  --deep  more than 8 bits must come out as more than 8 bits
  --all   tells every wrong setting, not the first ones
"""
import argparse
import collections
import glob
import itertools
import os
import re
import sys
import tarfile

import colors
from colors import Answer, BAR_NAMES, CSC_BARS
from formats import FORMATS, key
from picture import Picture
from settings import CHOICES, CSC_BARS as CSC_PATTERN, RAMP, pairwise

SIZE = WIDTH, HEIGHT = 320, 180
NODES = ("single", "multi")
# Around a bar's centre: even places, so that squares of four are whole.
REGION = [(x, y) for x in range(-4, 6) for y in range(HEIGHT // 2 - 2, HEIGHT // 2 + 4)]
CENTRES = [WIDTH * (2 * bar + 1) // 16 for bar in range(8)]
RAMP_PLACES = [(x, HEIGHT // 2) for x in range(4, WIDTH - 4)]


# Neither primaries nor transfer function were applied.
AS_THEY_ARE = "R'G'B' as they are"


class Broken(Exception):
    """What the driver has left cannot be judged."""


def read_answer(text):
    """The driver's answer in v4l2-ctl's words, what v4l2-ctl takes defaults for, and the bytes per line of each plane."""
    fields = {}
    for name, value in re.findall(r"^\s*([^:\n]+?)\s*: (.*)$", text, re.MULTILINE):
        fields.setdefault(name, []).append(value.strip())

    def field(name):
        value = fields[name][0]
        mapped = re.fullmatch(r"Default \(maps to (.*)\)", value)
        return ("Default", mapped[1]) if mapped else (value, value)

    space, transfer, encoding, quantization = (
        field(name) for name in ("Colorspace", "Transfer Function", "YCbCr/HSV Encoding", "Quantization"))
    hsv = {"HSV with Hue 0-179": 180, "HSV with Hue 0-255": 256}.get(encoding[0])
    answer = Answer(space[0], transfer[0], "Default" if hsv else encoding[0], quantization[0], hsv)
    mapped = Answer(space[1], transfer[1], encoding[1], quantization[1], hsv)
    lines = [int(value) for name in ("Bytes per Line", "Bytes per Line ") for value in fields.get(name, [])]
    size = tuple(int(side) for side in fields["Width/Height"][0].split("/"))
    code = re.match(r"'(.*)'", fields["Pixel Format"][0])[1]
    return answer, mapped, lines, size, code


class Frame:
    """A driver's frame."""

    def __init__(self, name, text, data):
        self.format, self.data = FORMATS[name], data
        self.answer, mapped, lines, size, code = read_answer(text)
        if size != SIZE or key(code) != name:
            raise Broken(f"the driver answers {code} {size}")
        self.meaning = colors.resolved(self.answer, self.format.model)
        self.check(mapped)
        planes = self.format.planes(lines[0], HEIGHT)
        if self.format.is_separate:
            planes = [(line, plane[1]) for line, plane in zip(lines, planes)]
        self.planes, at = [], 0
        for line, rows in planes:
            self.planes.append((at, line))
            at += line * rows
        if at != len(data):
            raise Broken(f"{len(data)} bytes where {at} were expected")

    def check(self, mapped):
        """Compares the defaults with those that v4l2-ctl knows of."""
        ours, theirs = self.meaning, mapped
        for mine, its in ((ours.transfer, theirs.transfer), (ours.encoding, theirs.encoding)):
            if "Default" not in its and not its.startswith("HSV") and mine != its:
                raise Broken(f"v4l2-ctl takes a default for {its}, the reference for {mine}")

    def codes(self, x, y):
        return self.format.read(self.data, self.planes, x, y)

    def bar(self, bar):
        """The codes of a bar, which must be the same all around its centre."""
        found = {tuple(self.codes(CENTRES[bar] + x, y)) for x, y in REGION}
        if len(found) != 1:
            raise Broken(f"the {BAR_NAMES[bar]} bar has {len(found)} colours in the driver's frame")
        return list(found.pop())

    def expected(self, codes, meaning=None):
        return colors.shown(codes, self.format.bits, self.format.model, meaning or self.meaning)

    def contradiction(self):
        """Words where a CSC bar is not what it stands for, by more than the driver's rounding explains; else nothing."""
        meaning, found = self.meaning, []
        if meaning.encoding == "BT.2020 Constant Luminance" and self.format.model == "ycbcr":
            return found
        for bar in range(8):
            if self.format.model == "grey" or not colors.is_inside(bar, meaning.space):
                continue
            codes = self.bar(bar)
            # The generator computes with 8 bits, and cuts fractions off; hues are off by two.
            steps = [2.0 ** max(0, bits - 8) for bits in self.format.bits]
            if self.format.model == "hsv":
                steps[0] = 2
            near = [
                self.expected([code + by * step for code, by, step in zip(codes, move, steps)])
                for move in itertools.product((-1, 0, 1), repeat=3)
            ]
            for channel, value in enumerate(CSC_BARS[bar]):
                least, most = min(c[channel] for c in near) - 1.5, max(c[channel] for c in near) + 1.5
                if not least <= value <= most:
                    found.append(f"{BAR_NAMES[bar]} {'RGB'[channel]} {value} is not in {least:.1f}…{most:.1f}")
        return found


# One setting


class Verdict:
    def __init__(self, number, pattern, words="", error=0.0, frame=None, lines=()):
        self.number, self.pattern, self.words, self.error = number, pattern, words, error
        self.frame, self.lines = frame, list(lines)


def judged(frame, picture, pattern, limit):
    """The worst error, and a line for each bar that is beyond the limit."""
    worst, lines, got_bars = 0.0, [], []
    if pattern == RAMP:
        for x, y in RAMP_PLACES:
            wanted, got = frame.expected(frame.codes(x, y)), picture.pixel(x, y)
            # A demosaiced slope is not its own pixels; that it is neutral is what counts.
            if frame.format.model != "bayer":
                worst = max([worst] + [abs(a - b) for a, b in zip(wanted, got)])
            tint = (max(got) - min(got)) - (max(wanted) - min(wanted))
            if tint > 1 and len(lines) < 3:
                lines.append(f"ramp at {x}: got {numbers(got)}, which is not neutral; want {numbers(wanted)}")
        if worst > limit:
            lines.append(f"ramp: off by {worst:.2f}")
        return worst, lines
    for bar in range(8):
        codes = frame.bar(bar)
        wanted = frame.expected(codes)
        got = [picture.pixel(CENTRES[bar] + x, y) for x, y in REGION]
        error, pixel = max((max(abs(a - b) for a, b in zip(pixel, wanted)), pixel) for pixel in got)
        worst = max(worst, error)
        got_bars.append((codes, pixel))
        if error > limit:
            lines.append(f"{BAR_NAMES[bar]}: codes {numbers(codes)}, got {numbers(pixel)}, want {numbers(wanted)}")
    if lines:
        lines.append("looks like " + likeness(frame, got_bars))
    return worst, lines


def numbers(values):
    return " ".join(f"{value:.1f}".removesuffix(".0") for value in values)


def likeness(frame, bars):
    """What the program seems to have taken the frame for."""
    model, bits = frame.format.model, frame.format.bits
    encodings = colors.WEIGHTS if model == "ycbcr" else [model]
    mixtures = list(itertools.product(encodings, ("Full Range", "Limited Range")))

    def off(colors_of):
        return max(abs(a - b) for codes, got in bars for a, b in zip(colors_of(codes), got))

    def plain(meaning):
        return lambda codes: [255 * colors.cut(value) for value in colors.nonlinear(codes, bits, model, meaning)]

    guesses = []
    for encoding, quantization in mixtures:
        meaning = frame.meaning._replace(encoding=encoding, quantization=quantization)
        guesses.append((off(plain(meaning)), f"{AS_THEY_ARE}, {encoding}, {quantization}"))
    # The simplest wins where it is near enough.
    if min(guesses)[0] > 1:
        for (encoding, quantization), space, transfer in itertools.product(mixtures, colors.PRIMARIES, colors.TRANSFERS):
            meaning = Answer(space, transfer, encoding, quantization, frame.meaning.hsv)
            words = f"{space}, {transfer}, {encoding}, {quantization}"
            guesses.append((off(lambda codes: frame.expected(codes, meaning)), words))
    error, words = min(guesses)
    return f"{words} (within {error:.1f})" if error < 6 else "nothing that is known"


# One pair of format and node


class Pair:
    def __init__(self, path, is_deep):
        self.node, self.name = os.path.basename(path).removesuffix(".tar.gz").split("-", 1)
        with tarfile.open(path) as tar:
            self.files = {member.name: tar.extractfile(member).read() for member in tar if member.isfile()}
        self.settings = self.files["settings"].decode().splitlines()
        self.format = FORMATS.get(self.name)
        self.refusal, self.verdicts, self.contradictions = "", [], []
        self.depth = 8
        if self.format is None:
            self.refusal = "the reference does not know this format"
            return
        self.must_be_deep = is_deep and self.format.is_deep
        for number, line in enumerate(self.settings):
            pattern = int(re.search(r"test_pattern=(\d+)", line)[1])
            verdict = self.verdict(number, pattern)
            if not self.refusal:
                self.verdicts.append(verdict)

    def text(self, name):
        return self.files.get(name, b"").decode(errors="replace")

    @property
    def limit(self):
        if self.depth == 16 and self.format.is_deep:
            return 0.6
        return 2.0 if self.format.is_shared or self.format.model in ("bayer", "hsv") else 1.0

    def verdict(self, number, pattern):
        """Judges a setting; notes on the way what the driver's own frame says."""
        try:
            frame = Frame(self.name, self.text(f"{number}.txt"), self.files.get(f"{number}.raw", b""))
            if pattern == CSC_PATTERN:
                wrong = frame.contradiction()
                if wrong:
                    self.contradictions.append((number, frame, wrong))
        except (Broken, KeyError, IndexError, TypeError) as error:
            return Verdict(number, pattern, f"the driver's frame cannot be judged: {error!r} {self.text(f'{number}.err')}", 255)
        if f"{number}.png" not in self.files:
            words = self.text(f"{number}.log").strip() or "no picture"
            if number == 0:
                self.refusal = words.splitlines()[0]
            return Verdict(number, pattern, words, 255, frame)
        # Another code may go by the same name.
        if number == 0 and self.files.get("taken"):
            taken = read_answer(self.text("taken"))[4]
            if key(taken) != self.name:
                self.refusal = f"the program took {taken}"
                return Verdict(number, pattern, self.refusal, 255, frame)
        picture = Picture(self.files[f"{number}.png"])
        if (picture.width, picture.height) != SIZE:
            return Verdict(number, pattern, f"a picture of {picture.width}x{picture.height}", 255, frame)
        if self.must_be_deep and picture.bits == 8:
            return Verdict(number, pattern, "8 bits of more", 255, frame)
        self.depth = picture.bits
        worst, lines = judged(frame, picture, pattern, self.limit)
        return Verdict(number, pattern, "wrong" if lines else "", worst, frame, lines)

    @property
    def wrong(self):
        return [verdict for verdict in self.verdicts if verdict.words]

    @property
    def state(self):
        return "refused" if self.refusal else "wrong" if self.wrong else "right"

    @property
    def worst(self):
        return max([verdict.error for verdict in self.verdicts], default=0)


def described(verdict):
    names = {0: "75 % bars", CSC_PATTERN: "CSC bars", RAMP: "grey ramp"}
    words = [names.get(verdict.pattern, str(verdict.pattern))]
    if verdict.frame:
        answer, meaning = verdict.frame.answer, verdict.frame.meaning
        for said, meant in zip(answer, meaning):
            if said is not None:
                words.append(f"({meant})" if said == "Default" else str(said))
    return ", ".join(words)


def told(pairs, tells_all):
    """The words for a person: the first wrong numbers of every pair."""
    refusals = collections.defaultdict(list)
    for pair in pairs:
        head = f"{pair.name} {pair.node}: "
        if pair.refusal:
            # The list of what there is instead is long.
            refusals[pair.refusal.split(";")[0].replace(pair.name, "it")].append(f"{pair.name} {pair.node}")
        if pair.wrong:
            yield head + f"{len(pair.wrong)} of {len(pair.verdicts)} settings wrong, the worst by {pair.worst:.1f}"
            for verdict in pair.wrong[:None if tells_all else 3]:
                yield f"    {verdict.number}: {described(verdict)}"
                if verdict.words != "wrong":
                    yield f"        {verdict.words}"
                for line in verdict.lines if tells_all else verdict.lines[:2] + verdict.lines[2:][-1:]:
                    yield f"        {line}"
        for number, frame, words in pair.contradictions[:None if tells_all else 1]:
            verdict = Verdict(number, CSC_PATTERN, frame=frame)
            yield head + f"the driver contradicts itself in {len(pair.contradictions)} settings, as in {number}: " \
                f"{described(verdict)}: {words[0]}"
    for words, refused in refusals.items():
        yield f"refused, {words}: {', '.join(refused)}"


def reasons(pairs):
    """The number of settings that are wrong, by what they look like."""
    counts = collections.Counter()
    for verdict in itertools.chain(*(pair.wrong for pair in pairs)):
        if verdict.words != "wrong":
            counts[verdict.words.splitlines()[0][:80]] += 1
        elif verdict.pattern == RAMP:
            counts["a ramp"] += 1
        else:
            counts[AS_THEY_ARE if AS_THEY_ARE in verdict.lines[-1] else "other colours"] += 1
    return counts


# The page

HEAD = """# Pixel formats, judged against the standards

`make conformance` writes this page. In the [lab](../lab/README.md) the program takes pictures of vivid's bars, in every pixel format that
this driver lists on a single-planar and on a multi-planar node, and in many settings of its controls: bars of 75 %, bars that are the same
colours in every colour space (CSC), grey ramps; nine colour spaces, eight transfer functions, eight encodings, three ranges, two encodings of
hue. The whole product has {product} settings for each format. A whole run tries all colour spaces with all transfer functions, and each two
values of any two controls: {count} settings, half of them on each node where a format is on both, the defaults and two ramps. The run of this
page made {most} pictures of a pair at most.

The driver's bytes and its answer, read by v4l2-ctl, are computed once more in double precision (`lab/conformance`), which shares no code and
no table with the program. An error is the distance of a pixel around a bar's centre from that, in codes of 255; ramps must be neutral
within 1.

{pairs} pairs of format and node: {right} right, {wrong} wrong, {refused} refused; {pictures} pictures.

| format | code | nodes | worst error | allowed | pictures | state |
|---|---|---|---|---|---|---|
"""


def page(pairs, names):
    product = 1
    for choices in CHOICES:
        product *= len(choices)
    states = collections.Counter(pair.state for pair in pairs)
    text = HEAD.format(
        product=product, count=len(pairwise()), pairs=len(pairs), right=states["right"], wrong=states["wrong"],
        refused=states["refused"], most=max(len(pair.verdicts) for pair in pairs), pictures=sum(len(pair.verdicts) for pair in pairs))
    for name, group in itertools.groupby(pairs, lambda pair: pair.name):
        group = list(group)
        pictures = sum(len(pair.verdicts) for pair in group)
        words = []
        for state, some in itertools.groupby(sorted(group, key=lambda pair: pair.state), lambda pair: pair.state):
            some = list(some)
            wrong = sum(len(pair.wrong) for pair in some)
            nodes = "" if len(some) == len(group) else " on " + ", ".join(pair.node for pair in some)
            words.append((f"{wrong} wrong" if wrong else state) + nodes)
        cells = [
            names[name], f"`{name}`", ", ".join(pair.node for pair in group),
            f"{max(pair.worst for pair in group):.2f}" if pictures else "",
            f"{max(pair.limit for pair in group):g}" if pictures else "", str(pictures), ", ".join(words),
        ]
        text += f"| {' | '.join(cells)} |\n"
    return text


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("folder")
    parser.add_argument("--page")
    parser.add_argument("--deep", action="store_true")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    names = {}
    for node in NODES:
        for path in glob.glob(f"{options.folder}/*/formats-{node}"):
            with open(path) as file:
                for code, words in re.findall(r"\]: '(.*?)' \((.*?)(?:\)|, csc.*)$", file.read(), re.MULTILINE):
                    names.setdefault(key(code), words)
    order = {name: place for place, name in enumerate(names)}
    pairs = [Pair(path, options.deep) for path in glob.glob(f"{options.folder}/*/*.tar.gz")]
    pairs.sort(key=lambda pair: (order[pair.name], NODES.index(pair.node)))
    for line in told(pairs, options.all):
        print(line)
    states = collections.Counter(pair.state for pair in pairs)
    print(f"{len(pairs)} pairs: {states['right']} right, {states['wrong']} wrong, {states['refused']} refused")
    pictures = sum(len(pair.verdicts) for pair in pairs)
    print(f"{pictures} pictures, of which {sum(len(pair.wrong) for pair in pairs)} are wrong:")
    for words, count in reasons(pairs).most_common():
        print(f"    {count}: {words}")
    plain = [pair for pair in pairs if pair.verdicts and not pair.verdicts[0].words]
    print(f"{len(plain)} pairs are right with the driver's defaults")
    if options.page:
        with open(options.page, "w") as file:
            file.write(page(pairs, names))
    return 0 if pairs and states["right"] == len(pairs) else 1


if __name__ == "__main__":
    sys.exit(main())
