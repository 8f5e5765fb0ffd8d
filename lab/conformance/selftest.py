#!/usr/bin/python3 -B
"""Tries the reference on values that are known from elsewhere, so that it is not wrong in silence.

usage: selftest.py
"""
import unittest
import zlib
from itertools import combinations

import colors
import formats
import judge
import settings
from colors import Answer
from formats import FORMATS
from picture import Picture


def answer(space, transfer="Default", encoding="Default", quantization="Default", hsv=None):
    return Answer(space, transfer, encoding, quantization, hsv)


def shown(model, codes, said, bits=(8, 8, 8)):
    return colors.shown(codes, bits, model, colors.resolved(said, model))


class Colors(unittest.TestCase):
    def near(self, got, wanted, by):
        for one, other in zip(got, wanted, strict=True):
            self.assertAlmostEqual(one, other, delta=by)

    def test_curves(self):
        """Points of the standards, and the curves' joints."""
        self.assertAlmostEqual(colors.linear(0.5, "sRGB"), 0.21404, 5)
        self.assertAlmostEqual(colors.linear(0.5, "Rec. 709"), 0.25960, 4)
        self.assertAlmostEqual(colors.linear(0.5, "opRGB"), 0.21776, 4)
        self.assertAlmostEqual(colors.linear(0.5, "DCI-P3"), 0.5 ** 2.6, 12)
        # 100 cd/m² lie at 0.508 of ST 2084, and 10,000 at 1.
        # 100 cd/m² by the tone curve.
        self.assertAlmostEqual(colors.linear(0.50808, "SMPTE 2084"), 0.8, 3)
        self.assertAlmostEqual(colors.linear(1, "SMPTE 2084"), 1 - 0.16 / 99.8, 6)
        for transfer, joint in (("sRGB", 0.04045), ("Rec. 709", 0.081), ("SMPTE 240M", 0.0913)):
            self.assertAlmostEqual(
                colors.linear(joint - 1e-9, transfer), colors.linear(joint + 1e-9, transfer), delta=1e-4)
        for transfer in colors.TRANSFERS:
            self.assertAlmostEqual(colors.linear(0, transfer), 0)
            if transfer != "SMPTE 2084":
                self.assertAlmostEqual(colors.linear(1, transfer), 1)
        for code in range(256):
            self.assertAlmostEqual(255 * colors.srgb(colors.linear(code / 255, "sRGB")), code, 4)

    def test_primaries(self):
        """IEC 61966-2-1's matrix; ITU-R BT.2087's; white stays white where white points differ."""
        self.near(colors.to_xyz("sRGB")[0] + colors.to_xyz("sRGB")[1], [0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722], 1e-4)
        self.near(colors.FROM_REC709["BT.2020"][0] + colors.FROM_REC709["BT.2020"][2],
                  [0.6274, 0.3293, 0.0433, 0.0164, 0.0880, 0.8956], 1e-4)
        self.near(colors.to_xyz("opRGB")[0], [0.5767, 0.1856, 0.1882], 1e-4)
        for space in colors.PRIMARIES:
            self.near(colors.times(colors.TO_REC709[space], [1, 1, 1]), [1, 1, 1], 1e-9)
            product = colors.product(colors.TO_REC709[space], colors.FROM_REC709[space])
            self.near(sum(product, []), [1, 0, 0, 0, 1, 0, 0, 0, 1], 1e-9)

    def test_adaptation(self):
        """What the kernel's authors publish for the spaces with other white points."""
        self.near(colors.FROM_REC709["470 System M"][0], [0.6785, 0.2883, 0.0332], 2e-3)
        self.near(colors.FROM_REC709["DCI-P3"][0], [0.8687, 0.1288, 0.0025], 2e-3)

    def test_csc_bars(self):
        """R'G'B' in 4080ths that vivid's generator documents for some of its bars."""
        for space, transfer, bar, wanted in (
                ("BT.2020", "None", 1, (2039, 2102, 338)), ("BT.2020", "SMPTE 2084", 4, (1670, 1116, 1778)),
                ("DCI-P3", "DCI-P3", 5, (3018, 1276, 1184)), ("DCI-P3", "SMPTE 240M", 6, (523, 531, 2798)),
                ("SMPTE 170M", "Rec. 709", 0, (2939, 2939, 2939)), ("SMPTE 170M", "opRGB", 4, (3103, 587, 3027))):
            light = [colors.linear(colors.cut(value / 4080), transfer) for value in wanted]
            got = [255 * colors.srgb(value) for value in colors.times(colors.TO_REC709[space], light)]
            self.near(got, colors.CSC_BARS[bar], 0.4)
        self.assertFalse(colors.is_inside(6, "470 System M"))
        self.assertTrue(colors.is_inside(2, "BT.2020"))

    def test_luma_and_differences(self):
        """The usual codes of primaries."""
        srgb = answer("sRGB")
        self.near(shown("ycbcr", (235, 128, 128), srgb), (255, 255, 255), 0.01)
        self.near(shown("ycbcr", (16, 128, 128), srgb), (0, 0, 0), 0.01)
        self.near(shown("ycbcr", (81, 90, 240), srgb), (255, 0, 0), 2)
        self.near(shown("ycbcr", (76, 85, 255), srgb._replace(quantization="Full Range")), (254, 0, 0), 2)
        self.near(shown("ycbcr", (63, 102, 240), answer("Rec. 709", "sRGB")), (255, 0, 0), 2)
        self.near(shown("ycbcr", (41, 240, 110), srgb), (0, 0, 255), 2)
        self.near(shown("ycbcr", (940, 512, 512), srgb, (10, 10, 10)), (255, 255, 255), 0.01)
        self.near(shown("ycbcr", (8, 16, 16), srgb._replace(quantization="Full Range"), (4, 5, 5)), [255 * 8 / 15] * 3, 0.01)

    def test_defaults(self):
        self.assertEqual(colors.resolved(answer("DCI-P3"), "ycbcr")[:4], ("DCI-P3", "DCI-P3", "Rec. 709", "Limited Range"))
        self.assertEqual(colors.resolved(answer("opRGB"), "rgb")[:4], ("opRGB", "opRGB", "ITU-R 601", "Full Range"))
        self.assertEqual(colors.resolved(answer("JPEG"), "ycbcr")[:4], ("JPEG", "sRGB", "ITU-R 601", "Full Range"))
        self.assertEqual(colors.resolved(answer("BT.2020"), "grey")[1:4], ("Rec. 709", "BT.2020", "Limited Range"))
        full = answer("Rec. 709", encoding="xvYCC 709", quantization="Full Range")
        self.assertEqual(colors.resolved(full, "ycbcr").quantization, "Limited Range")
        self.assertEqual(colors.resolved(answer("sRGB", quantization="Limited Range"), "hsv").quantization, "Full Range")

    def test_hsv(self):
        for hsv, hues in ((180, (0, 30, 60, 90, 120, 150)), (256, (0, 42.667, 85.333, 128, 170.667, 213.333))):
            said = answer("sRGB", hsv=hsv)
            wanted = ((255, 0, 0), (255, 255, 0), (0, 255, 0), (0, 255, 255), (0, 0, 255), (255, 0, 255))
            for hue, color in zip(hues, wanted):
                self.near(shown("hsv", (hue, 255, 255), said), color, 0.01)
            self.near(shown("hsv", (77, 0, 191), said), (191, 191, 191), 0.01)


class Formats(unittest.TestCase):
    def pixel(self, name, data, x=0, y=0, line=8, height=2):
        format = FORMATS[name]
        planes, at = [], 0
        for bytes_per_line, rows in format.planes(line, height):
            planes.append((at, bytes_per_line))
            at += bytes_per_line * rows
        return format.read(bytes(data), planes, x, y)

    def test_words(self):
        """Pure red, or the first component alone, as the kernel's tables place it."""
        for name, data in {
                "RGB1": [0xe0], "RGBP": [0x00, 0xf8], "RGBR": [0xf8, 0x00], "XR12": [0x00, 0x0f], "RX12": [0x00, 0xf0],
                "XB12": [0x0f, 0x00], "BX12": [0xf0, 0x00], "XR15": [0x00, 0x7c], "RX15": [0x00, 0xf8], "XB15": [0x1f, 0x00],
                "BX15": [0x3e, 0x00], "RGBQ": [0x7c, 0x00], "AR15-BE": [0x7c, 0x00], "BGRH": [0x00, 0x0f, 0xc0, 0x00],
                "RGB3": [255, 0, 0], "BGR3": [0, 0, 255], "AR24": [0, 0, 255, 0], "BA24": [0, 255, 0, 0], "AB24": [255, 0, 0, 0],
                "RA24": [0, 0, 0, 255], "Y444": [0x00, 0x0f], "YUVO": [0x00, 0x7c], "YUVP": [0x00, 0xf8], "VUYA": [0, 0, 255, 0],
                "AYUV": [0, 255, 0, 0], "YUVX": [255, 0, 0, 0], "HSV4": [0, 255, 0, 0]}.items():
            most = (1 << FORMATS[name].bits[0]) - 1
            self.assertEqual(self.pixel(name, data), [most, 0, 0], name)
        self.assertEqual(self.pixel("RGBP", [0x3f, 0x08]), [1, 1, 31])
        self.assertEqual(self.pixel("YUVP", [0x25, 0x08]), [1, 1, 5])
        self.assertEqual(self.pixel("Y16-BE", [1, 2]), [0x102])
        self.assertEqual(self.pixel("Y10", [1, 2]), [0x201])

    def test_shared_differences(self):
        luma = list(range(16))
        for name, tail, wanted in (
                ("NV12", [*range(20, 28)], [11, 22, 23]), ("NV21", [*range(20, 28)], [11, 23, 22]),
                ("YU12", [*range(20, 24), *range(30, 34)], [11, 21, 31]),
                ("YV12", [*range(20, 24), *range(30, 34)], [11, 31, 21]),
                ("422P", [*range(20, 28), *range(30, 38)], [11, 25, 35]), ("NV16", [*range(20, 36)], [11, 30, 31]),
                ("NV24", [*range(20, 52)], [11, 42, 43])):
            self.assertEqual(self.pixel(name, luma + tail, x=3, y=1), wanted, name)
        for name, wanted in (("YUYV", [12, 11, 13]), ("YVYU", [12, 13, 11]), ("UYVY", [13, 10, 12]), ("VYUY", [13, 12, 10])):
            self.assertEqual(self.pixel(name, luma, x=1, y=1, line=10), wanted, name)

    def test_bayer(self):
        self.assertEqual(self.pixel("BA81", [1, 2, 3, 5], line=2), [5, 2.5, 1])
        self.assertEqual(self.pixel("GRBG", [1, 2, 3, 5], line=2), [2, 3, 3])
        self.assertEqual(self.pixel("RG10", [1, 0, 2, 0, 4, 0, 8, 1], line=4), [1, 3, 0x108])
        self.assertEqual(formats.key("Y16 -BE"), "Y16-BE")


class Frames(unittest.TestCase):
    TEXT = """Format Video Capture Multiplanar:
	Width/Height      : 320/180
	Pixel Format      : 'NM12' (Y/UV 4:2:0 (N-C))
	Colorspace        : DCI-P3
	Transfer Function : Default
	YCbCr/HSV Encoding: Default (maps to Rec. 709)
	Quantization      : Limited Range
	Plane 0           :
	   Bytes per Line : 320
	   Size Image     : 57600
	Plane 1           :
	   Bytes per Line : 320
"""

    def test_answer(self):
        said, mapped, lines, size, code = judge.read_answer(self.TEXT)
        self.assertEqual(said, Answer("DCI-P3", "Default", "Default", "Limited Range", None))
        self.assertEqual((mapped.encoding, lines, size, code), ("Rec. 709", [320, 320], (320, 180), "NM12"))

    def test_what_cannot_be_judged(self):
        with self.assertRaises(judge.Broken):
            judge.Frame("NM12", self.TEXT, bytes(80000))
        with self.assertRaises(judge.Broken):
            judge.Frame("NM21", self.TEXT, bytes(86400))
        with self.assertRaises(judge.Broken):
            judge.Frame("NM12", self.TEXT.replace("maps to Rec. 709", "maps to BT.2020"), bytes(86400))

    def frame(self, text, blue_step=0):
        """CSC bars as RGB3, each in its place; blue is off by a step."""
        text = text.replace("NM12", "RGB3").replace(": 320\n", ": 960\n", 1).replace("Limited Range", "Default")
        row = b"".join(bytes((r, g, b + blue_step)) * 40 for r, g, b in colors.CSC_BARS)
        return judge.Frame("RGB3", text.replace("DCI-P3", "sRGB").replace("maps to Rec. 709", "maps to ITU-R 601"), row * 180)

    def test_judgement(self):
        frame = self.frame(self.TEXT)
        self.assertEqual(frame.contradiction(), [])
        self.assertNotEqual(self.frame(self.TEXT, 5).contradiction(), [])
        rows = [b"\x00" + frame.data[:960]] + [b"\x02" + bytes(960)] * 179
        worst, lines = judge.judged(frame, Picture(png(320, 180, 8, rows)), settings.CSC_BARS, 1)
        self.assertEqual(lines, [])
        self.assertLess(worst, 0.01)
        worst, lines = judge.judged(self.frame(self.TEXT, 5), Picture(png(320, 180, 8, rows)), settings.CSC_BARS, 1)
        self.assertAlmostEqual(worst, 5, 1)
        self.assertEqual(len(lines), 9)


def png(width, height, bits, rows, color=2):
    def part(kind, body):
        return len(body).to_bytes(4, "big") + kind + body + b"crc "

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes((bits, color, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(b"".join(rows))) + part(b"IEND", b"")


class Pictures(unittest.TestCase):
    def test_filters(self):
        rows = [[1, 1, 2, 3, 1, 1, 1], [4, 1, 1, 1, 1, 1, 1], [3, 1, 1, 1, 1, 1, 1], [2, 0, 0, 0, 0, 0, 0]]
        wanted = [[1, 2, 3, 2, 3, 4], [2, 3, 4, 3, 4, 5], [2, 2, 3, 3, 4, 5], [2, 2, 3, 3, 4, 5]]
        picture = Picture(png(2, 4, 8, [bytes(row) for row in rows]))
        self.assertEqual(picture.rows, [bytes(row) for row in wanted])
        deep = Picture(png(1, 1, 16, [bytes([0, 0x80, 0x80, 0, 0, 0xff, 0xff])]))
        self.assertEqual(deep.pixel(0, 0), [128, 0, 255])


class Settings(unittest.TestCase):
    def test_each_two_values_meet(self):
        both = settings.plan("NV12", "single") + settings.plan("NV12", "multi")
        for found in (both, settings.plan("NM12", "multi")):
            for (i, some), (j, others) in combinations(enumerate(settings.CHOICES), 2):
                for one in some:
                    for other in others:
                        self.assertTrue(any(s[i] == one and s[j] == other for s in found), (i, one, j, other))
        self.assertEqual((len(settings.plan("NV12", "multi")), len(settings.plan("NM12", "multi"))), (39, 75))


if __name__ == "__main__":
    unittest.main()
