"""What a V4L2 driver's answer means in colours, in double precision, from the standards' constants.

It shares no code and no table with the program that it judges. The rules are those of the kernel's documentation
(V4L2 "Colorspaces"): what a driver leaves at its default follows from the colour space, HSV is always of full range,
xvYCC always of limited range. Constant luminance (BT.2020) is taken as the plain encoding of BT.2020, and xvYCC as
what its numbers inside the plain range mean. R'G'B' is cut off at 0 and 1, made linear by the inverse of the standard's
curve, brought to the primaries of Rec. 709 and cut off again. Where white points differ, colours are adapted by
Bradford's method, as the kernel did when it made the table of its CSC bars.
"""
from collections import namedtuple

# What v4l2-ctl calls a driver's answer.
Answer = namedtuple("Answer", "space transfer encoding quantization hsv")

D65, C, DCI = (0.3127, 0.3290), (0.310, 0.316), (0.314, 0.351)

# Red, green, blue, white.
PRIMARIES = {
    "SMPTE 170M": ((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), D65),
    "SMPTE 240M": ((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), D65),
    "Rec. 709": ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060), D65),
    "sRGB": ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060), D65),
    "opRGB": ((0.640, 0.330), (0.210, 0.710), (0.150, 0.060), D65),
    "BT.2020": ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), D65),
    "DCI-P3": ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), DCI),
    "470 System M": ((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), C),
    "470 System BG": ((0.64, 0.33), (0.29, 0.60), (0.15, 0.06), D65),
}
PRIMARIES["JPEG"] = PRIMARIES["Raw"] = PRIMARIES["sRGB"]

TRANSFERS = ["Rec. 709", "sRGB", "opRGB", "SMPTE 240M", "None", "DCI-P3", "SMPTE 2084"]

# The weights of red and blue in luma.
WEIGHTS = {
    "ITU-R 601": (0.299, 0.114),
    "Rec. 709": (0.2126, 0.0722),
    "BT.2020": (0.2627, 0.0593),
    "SMPTE 240M": (0.212, 0.087),
}
PLAIN = {"xvYCC 601": "ITU-R 601", "xvYCC 709": "Rec. 709", "sYCC": "ITU-R 601", "BT.2020 Constant Luminance": "BT.2020"}


# Defaults, as the kernel's V4L2_MAP_..._DEFAULT have them


def resolved(answer, model):
    """The answer without defaults; model is "rgb", "ycbcr", "grey", "hsv" or "bayer"."""
    space = "sRGB" if answer.space == "Default" else answer.space
    transfer, encoding, quantization = answer.transfer, answer.encoding, answer.quantization
    if transfer == "Default":
        transfer = {
            "opRGB": "opRGB", "SMPTE 240M": "SMPTE 240M", "DCI-P3": "DCI-P3", "Raw": "None", "sRGB": "sRGB",
            "JPEG": "sRGB",
        }.get(space, "Rec. 709")
    if encoding == "Default":
        encoding = {
            "Rec. 709": "Rec. 709", "DCI-P3": "Rec. 709", "BT.2020": "BT.2020", "SMPTE 240M": "SMPTE 240M",
        }.get(space, "ITU-R 601")
    if quantization == "Default":
        is_full = model in ("rgb", "hsv", "bayer") or space == "JPEG"
        quantization = "Full Range" if is_full else "Limited Range"
    if model == "hsv":
        quantization = "Full Range"
    if model == "ycbcr" and encoding.startswith("xvYCC"):
        quantization = "Limited Range"
    return Answer(space, transfer, encoding, quantization, answer.hsv)


# Curves: from a number to light; 1 is white, which ST 2084 has at 100 cd/m²


def linear(value, transfer):
    if transfer == "None":
        return value
    if transfer == "Rec. 709":
        return value / 4.5 if value < 0.081 else ((value + 0.099) / 1.099) ** (1 / 0.45)
    if transfer == "sRGB":
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
    if transfer == "SMPTE 240M":
        return value / 4 if value < 0.0913 else ((value + 0.1115) / 1.1115) ** (1 / 0.45)
    if transfer == "opRGB":
        return value ** 2.19921875
    if transfer == "DCI-P3":
        return value ** 2.6
    if transfer == "SMPTE 2084":
        m1, m2 = 2610 / 4096 / 4, 2523 / 4096 * 128
        c1, c2, c3 = 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
        root = value ** (1 / m2)
        light = 100 * (max(root - c1, 0) / (c2 - c3 * root)) ** (1 / m1)
        # The documented tone curve: light beyond six tenths of white nears white.
        return light if light <= 0.6 else 1 - 0.16 / (light - 0.2)
    raise ValueError(f"a transfer function {transfer}")


def srgb(light):
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


# Primaries


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def product(one, other):
    columns = list(zip(*other))
    return [[sum(a * b for a, b in zip(row, column)) for column in columns] for row in one]


def inverse(m):
    def minor(i, j):
        (a, b), (c, d) = [[m[p][q] for q in range(3) if q != j] for p in range(3) if p != i]
        return a * d - b * c

    determinant = sum((-1) ** j * m[0][j] * minor(0, j) for j in range(3))
    return [[(-1) ** (i + j) * minor(j, i) / determinant for j in range(3)] for i in range(3)]


def xyz(point):
    return [point[0] / point[1], 1, (1 - point[0] - point[1]) / point[1]]


def to_xyz(space):
    """From linear RGB to XYZ."""
    red, green, blue, white = PRIMARIES[space]
    columns = [xyz(red), xyz(green), xyz(blue)]
    matrix = [list(row) for row in zip(*columns)]
    share = times(inverse(matrix), xyz(white))
    return [[cell * s for cell, s in zip(row, share)] for row in matrix]


BRADFORD = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]


def adaptation(white, other):
    if white == other:
        return [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    here, there = times(BRADFORD, xyz(white)), times(BRADFORD, xyz(other))
    scales = [[there[i] / here[i] if i == j else 0 for j in range(3)] for i in range(3)]
    return product(inverse(BRADFORD), product(scales, BRADFORD))


def to_rec709(space):
    """From linear RGB of a colour space to that of Rec. 709."""
    adapted = product(adaptation(PRIMARIES[space][3], D65), to_xyz(space))
    return product(inverse(to_xyz("Rec. 709")), adapted)


TO_REC709 = {space: to_rec709(space) for space in PRIMARIES}
FROM_REC709 = {space: inverse(matrix) for space, matrix in TO_REC709.items()}


# From codes to a screen's colours


def cut(value):
    return min(max(value, 0.0), 1.0)


def luma(code, bits, is_full):
    """Luma, red, green or blue as a number from 0 to 1."""
    return code / (2 ** bits - 1) if is_full else (code * 2.0 ** (8 - bits) - 16) / 219


def chroma(code, bits, is_full):
    """A colour difference as a number from -0.5 to 0.5."""
    return (code - 2 ** (bits - 1)) / (2 ** bits - 1) if is_full else (code * 2.0 ** (8 - bits) - 128) / 224


def nonlinear(codes, bits, model, answer):
    """R'G'B' of a pixel's codes; answer has no defaults."""
    is_full = answer.quantization == "Full Range"
    if model in ("rgb", "bayer"):
        return [luma(code, n, is_full) for code, n in zip(codes, bits)]
    if model == "grey":
        return [luma(codes[0], bits[0], is_full)] * 3
    if model == "hsv":
        hue, saturation, value = codes
        turn = hue / (180 if answer.hsv == 180 else 256) * 6 % 6
        most, least = value / 255, value / 255 * (1 - saturation / 255)

        def side(distance):
            """A primary's number at a distance in sixths of the circle."""
            distance = abs((distance + 3) % 6 - 3)
            return least + (most - least) * cut(2 - distance)

        return [side(turn), side(turn - 2), side(turn - 4)]
    y = luma(codes[0], bits[0], is_full)
    cb, cr = chroma(codes[1], bits[1], is_full), chroma(codes[2], bits[2], is_full)
    red_weight, blue_weight = WEIGHTS[PLAIN.get(answer.encoding, answer.encoding)]
    red, blue = y + 2 * (1 - red_weight) * cr, y + 2 * (1 - blue_weight) * cb
    return [red, (y - red_weight * red - blue_weight * blue) / (1 - red_weight - blue_weight), blue]


def shown(codes, bits, model, answer):
    """The screen's red, green and blue of a pixel's codes, from 0 to 255."""
    light = [linear(cut(value), answer.transfer) for value in nonlinear(codes, bits, model, answer)]
    return [255 * srgb(cut(value)) for value in times(TO_REC709[answer.space], light)]


# The CSC bars: the same colours in every colour space

CSC_BARS = [
    (191, 191, 191), (191, 191, 50), (50, 191, 191), (50, 191, 50), (191, 50, 191), (191, 50, 50), (50, 50, 191),
    (50, 50, 50),
]
BAR_NAMES = ["white", "yellow", "cyan", "green", "magenta", "red", "blue", "black"]


def is_inside(bar, space):
    """Tells whether a colour space has the colour of a CSC bar; the generator cuts off what it has not."""
    light = times(FROM_REC709[space], [linear(value / 255, "sRGB") for value in CSC_BARS[bar]])
    return all(-1e-4 <= value <= 1.0001 for value in light)
