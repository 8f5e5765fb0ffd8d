"""V4L2's pixel formats as the kernel's documentation has them: where the numbers of a pixel lie.

Each format has a model ("rgb", "ycbcr", "grey", "hsv", "bayer"), the bits of its components and a reader, which takes the
planes as (offset, bytes per line) and gives the codes of a pixel. All components of a pixel come in the order R G B,
Y Cb Cr or H S V.
"""


class Format:
    def __init__(self, model, bits, planes, read, is_shared=False, is_separate=False):
        """planes: for each plane the bytes per line and the lines, as a function of the first plane's bytes per line and the
        picture's height. is_shared: pixels share colour differences. is_separate: each plane has its own memory."""
        self.model, self.bits, self.planes, self.read = model, bits, planes, read
        self.is_shared, self.is_separate = is_shared, is_separate

    @property
    def is_deep(self):
        return max(self.bits) >= 10


def one_plane(line, height):
    return [(line, height)]


def word(model, size, places, order="little"):
    """A pixel in a word of so many bytes; places are (lowest bit, bits) of the components."""

    def read(data, planes, x, y):
        at = planes[0][0] + y * planes[0][1] + x * size
        value = int.from_bytes(data[at:at + size], order)
        return [value >> low & (1 << bits) - 1 for low, bits in places]

    return Format(model, [bits for _, bits in places], one_plane, read)


def octets(model, size, *offsets):
    """A pixel in bytes; offsets are those of the components."""
    return word(model, size, [(8 * offset, 8) for offset in offsets])


def packed(text, order="little"):
    """A pixel in a word of 16 bits, from its highest bit on: "x1 r5 g5 b5"."""
    low, places = 16, {}
    for part in text.split():
        bits = int(part[1:])
        low -= bits
        places[part[0]] = (low, bits)
    model, names = ("rgb", "rgb") if "r" in places else ("ycbcr", "yuv")
    return word(model, 2, [places[name] for name in names], order)


def pairs(luma, cb, cr):
    """Two pixels in four bytes: the places of the first luma, Cb and Cr."""

    def read(data, planes, x, y):
        at = planes[0][0] + y * planes[0][1] + x // 2 * 4
        return [data[at + luma + x % 2 * 2], data[at + cb], data[at + cr]]

    return Format("ycbcr", [8, 8, 8], one_plane, read, is_shared=True)


def planar(columns, rows, is_swapped=False, is_separate=False):
    """Planes of luma, Cb and Cr, or Cr and Cb; so many pixels share a colour difference."""

    def planes(line, height):
        return [(line, height)] + [(line // columns, height // rows)] * 2

    def read(data, planes, x, y):
        y0, one, other = planes
        place = (y // rows, x // columns)
        differences = [data[plane[0] + place[0] * plane[1] + place[1]] for plane in (one, other)]
        return [data[y0[0] + y * y0[1] + x]] + (differences[::-1] if is_swapped else differences)

    return Format("ycbcr", [8, 8, 8], planes, read, columns * rows > 1, is_separate)


def semiplanar(columns, rows, is_swapped=False, is_separate=False):
    """A plane of luma and one of Cb Cr, or Cr Cb."""

    def planes(line, height):
        return [(line, height), (line * 2 // columns, height // rows)]

    def read(data, planes, x, y):
        at = planes[1][0] + y // rows * planes[1][1] + x // columns * 2
        differences = list(data[at:at + 2])
        return [data[planes[0][0] + y * planes[0][1] + x]] + (differences[::-1] if is_swapped else differences)

    return Format("ycbcr", [8, 8, 8], planes, read, columns * rows > 1, is_separate)


def bayer(order, bits):
    """One colour a pixel, lines in turn ("bggr": blue green, green red). A flat place has its colours in each square of four."""
    size = 1 if bits == 8 else 2

    def read(data, planes, x, y):
        found = {"r": [], "g": [], "b": []}
        for row in (y & ~1, y | 1):
            for column in (x & ~1, x | 1):
                at = planes[0][0] + row * planes[0][1] + column * size
                found[order[row % 2 * 2 + column % 2]].append(int.from_bytes(data[at:at + size], "little"))
        return [sum(found[color]) / len(found[color]) for color in "rgb"]

    return Format("bayer", [bits] * 3, one_plane, read)


# By the names that v4l2-ctl has for the codes; -BE stands for the highest bit.
FORMATS = {
    # Packed Y'CbCr
    "YUYV": pairs(0, 1, 3), "YVYU": pairs(0, 3, 1), "UYVY": pairs(1, 0, 2), "VYUY": pairs(1, 2, 0),
    "Y444": packed("a4 y4 u4 v4"), "YUVO": packed("a1 y5 u5 v5"), "YUVP": packed("y5 u6 v5"),
    "YUV4": octets("ycbcr", 4, 1, 2, 3), "AYUV": octets("ycbcr", 4, 1, 2, 3), "XYUV": octets("ycbcr", 4, 1, 2, 3),
    "VUYA": octets("ycbcr", 4, 2, 1, 0), "VUYX": octets("ycbcr", 4, 2, 1, 0),
    "YUVA": octets("ycbcr", 4, 0, 1, 2), "YUVX": octets("ycbcr", 4, 0, 1, 2),
    # Planes of Y'CbCr
    "422P": planar(2, 1), "YU12": planar(2, 2), "YV12": planar(2, 2, True),
    "YM12": planar(2, 2, False, True), "YM21": planar(2, 2, True, True),
    "YM16": planar(2, 1, False, True), "YM61": planar(2, 1, True, True),
    "YM24": planar(1, 1, False, True), "YM42": planar(1, 1, True, True),
    "NV12": semiplanar(2, 2), "NV21": semiplanar(2, 2, True), "NV16": semiplanar(2, 1), "NV61": semiplanar(2, 1, True),
    "NV24": semiplanar(1, 1), "NV42": semiplanar(1, 1, True),
    "NM12": semiplanar(2, 2, False, True), "NM21": semiplanar(2, 2, True, True),
    "NM16": semiplanar(2, 1, False, True), "NM61": semiplanar(2, 1, True, True),
    # Grey
    "GREY": word("grey", 1, [(0, 8)]), "Y10": word("grey", 2, [(0, 10)]), "Y12": word("grey", 2, [(0, 12)]),
    "Y14": word("grey", 2, [(0, 14)]), "Y16": word("grey", 2, [(0, 16)]), "Y16-BE": word("grey", 2, [(0, 16)], "big"),
    # RGB
    "RGB1": word("rgb", 1, [(5, 3), (2, 3), (0, 2)]),
    "RGBP": packed("r5 g6 b5"), "RGBR": packed("r5 g6 b5", "big"),
    "R444": packed("x4 r4 g4 b4"), "XR12": packed("x4 r4 g4 b4"), "AR12": packed("a4 r4 g4 b4"),
    "RX12": packed("r4 g4 b4 x4"), "RA12": packed("r4 g4 b4 a4"),
    "XB12": packed("x4 b4 g4 r4"), "AB12": packed("a4 b4 g4 r4"),
    "BX12": packed("b4 g4 r4 x4"), "GA12": packed("b4 g4 r4 a4"),
    "RGBO": packed("x1 r5 g5 b5"), "XR15": packed("x1 r5 g5 b5"), "AR15": packed("a1 r5 g5 b5"),
    "RX15": packed("r5 g5 b5 x1"), "RA15": packed("r5 g5 b5 a1"),
    "XB15": packed("x1 b5 g5 r5"), "AB15": packed("a1 b5 g5 r5"),
    "BX15": packed("b5 g5 r5 x1"), "BA15": packed("b5 g5 r5 a1"),
    "RGBQ": packed("x1 r5 g5 b5", "big"), "XR15-BE": packed("x1 r5 g5 b5", "big"), "AR15-BE": packed("a1 r5 g5 b5", "big"),
    "BGRH": word("rgb", 4, [(14, 6), (20, 6), (26, 6)], "big"),
    "RGB3": octets("rgb", 3, 0, 1, 2), "BGR3": octets("rgb", 3, 2, 1, 0),
    "RGB4": octets("rgb", 4, 1, 2, 3), "BX24": octets("rgb", 4, 1, 2, 3), "BA24": octets("rgb", 4, 1, 2, 3),
    "BGR4": octets("rgb", 4, 2, 1, 0), "XR24": octets("rgb", 4, 2, 1, 0), "AR24": octets("rgb", 4, 2, 1, 0),
    "XB24": octets("rgb", 4, 0, 1, 2), "AB24": octets("rgb", 4, 0, 1, 2),
    "RX24": octets("rgb", 4, 3, 2, 1), "RA24": octets("rgb", 4, 3, 2, 1),
    # Bayer
    "BA81": bayer("bggr", 8), "GBRG": bayer("gbrg", 8), "GRBG": bayer("grbg", 8), "RGGB": bayer("rggb", 8),
    "BG10": bayer("bggr", 10), "GB10": bayer("gbrg", 10), "BA10": bayer("grbg", 10), "RG10": bayer("rggb", 10),
    "BG12": bayer("bggr", 12), "GB12": bayer("gbrg", 12), "BA12": bayer("grbg", 12), "RG12": bayer("rggb", 12),
    "BYR2": bayer("bggr", 16), "GB16": bayer("gbrg", 16), "GR16": bayer("grbg", 16), "RG16": bayer("rggb", 16),
    # Hue, saturation, value
    "HSV3": octets("hsv", 3, 0, 1, 2), "HSV4": octets("hsv", 4, 1, 2, 3),
}


def key(code):
    """The name in the table of a code as v4l2-ctl writes it ("Y16 -BE")."""
    return code.replace(" ", "")
