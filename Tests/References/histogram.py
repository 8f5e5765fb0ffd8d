"""Histograms and what is made of them.

cv2.equalizeHist and cv2.createCLAHE (OpenCV), skimage.exposure.match_histograms; ISO 32000-1 11.3.5.3 for the change of
luminance. Where a library works on bytes only, its result is checked against the one in double precision that is used.
"""

import cv2
import numpy as np
from skimage import exposure

from framework import PSNR, Codes, luminance, mix, operation, with_rgb

LUMINANCE_ONLY, RGB, RGBA = 3, 4, 5
DEFAULTS = {
    "channels": RGB, "bins": 256, "minimum": [0] * 4, "maximum": [1] * 4, "threshold": [0] * 4, "isNormalized": 0,
    "regionOrigin": [0, 0], "regionSize": [1, 1],
    "accumulates": 0, "strength": 1, "smoothing": 0, "isHeld": 0,
}


# Counting

def own(numbers, channel):
    """A channel's number of four, or the one of all; the luminance, None, has the first."""
    return numbers[channel or 0] if isinstance(numbers, list) else numbers


def kept(plane, channel, p):
    """The values that are counted; the others of the region are left out."""
    values = region(plane, p).ravel()
    threshold = own(p.threshold, channel)
    return values[values + 1 / 8160 >= threshold] if threshold > 0 else values


def limits(plane, channel, p):
    """The values of the first and the last bin."""
    low, high = own(p.minimum, channel), own(p.maximum, channel)
    values = kept(plane, channel, p)
    if p.isNormalized and len(values):
        return np.clip(values.min(), low, high), np.clip(values.max(), low, high)
    return low, high


def place(value, ends, p):
    return np.clip((value - ends[0]) / max(ends[1] - ends[0], 1e-6), 0, 1) * (p.bins - 1)


def region(picture, p):
    """The pixels whose middle lies in the region."""
    height, width = picture.shape[:2]
    x, y = (np.arange(width) + 0.5) / width, (np.arange(height) + 0.5) / height
    (left, top), (across, down) = p.regionOrigin, p.regionSize
    return picture[(y >= top) & (y < top + down)][:, (x >= left) & (x < left + across)]


def channels_of(rgba, p):
    """The planes that are counted, by the channels that they change; None is the luminance."""
    if p.channels == LUMINANCE_ONLY:
        return {None: luminance(rgba)}
    chosen = {RGB: range(3), RGBA: range(4)}.get(p.channels, [p.channels])
    return {channel: rgba[..., channel] for channel in chosen}


def counted(plane, channel, p):
    ends = limits(plane, channel, p)
    # The middle between two bins belongs to the upper one, however it is rounded.
    half = 0.5 if ends == (0, 1) else 0.501
    return np.bincount(np.floor(place(kept(plane, channel, p), ends, p) + half).astype(int), minlength=p.bins)


# Changing

def with_luminance(rgba, wanted):
    """SetLum and ClipColor with the luminance's weights."""
    wanted = np.clip(wanted, 0, 1)[..., None]
    rgb = rgba[..., :3] + wanted - luminance(rgba)[..., None]
    low, high = rgb.min(axis=-1, keepdims=True), rgb.max(axis=-1, keepdims=True)
    rgb = np.where(low < 0, wanted + (rgb - wanted) * wanted / np.where(low < 0, wanted - low, 1), rgb)
    rgb = np.where(high > 1, wanted + (rgb - wanted) * (1 - wanted) / np.where(high > 1, high - wanted, 1), rgb)
    return with_rgb(rgba, rgb)


def identity(ends, p):
    return mix(ends[0], ends[1], np.arange(p.bins) / (p.bins - 1))


def transferred(rgba, tables, ends, p):
    """Sends channels through their tables, made for these ends."""
    result = rgba.copy()
    for channel, table in tables.items():
        plane = luminance(rgba) if channel is None else rgba[..., channel]
        new = np.interp(place(plane, ends[channel], p), np.arange(p.bins), table)
        if channel is None:
            return with_luminance(rgba, new)
        result[..., channel] = new
    return result


def all_limits(rgba, p):
    return {channel: limits(plane, channel, p) for channel, plane in channels_of(rgba, p).items()}


# Equalization

def equalized(counts, ends, p):
    sums = np.cumsum(counts)
    occurring = np.flatnonzero(counts)
    if len(occurring) < 2:
        return identity(ends, p)
    first = counts[occurring[0]]
    table = np.maximum(sums - first, 0) / (sums[-1] - first)
    return mix(identity(ends, p), table, p.strength)


def equalization_tables(rgba, p):
    return {channel: equalized(counted(plane, channel, p), limits(plane, channel, p), p)
            for channel, plane in channels_of(rgba, p).items()}


def check_equalization(rgba, result):
    """Red as OpenCV has it."""
    theirs = cv2.equalizeHist(np.rint(rgba[..., 0] * 255).astype(np.uint8))
    assert np.abs(theirs - result[..., 0] * 255).max() <= 1.01


@operation("HistogramEqualization", tolerance=Codes(2), defaults=DEFAULTS, cases=[
    {}, {"channels": LUMINANCE_ONLY}, {"channels": 1}, {"channels": RGBA}, {"strength": 0},
    {"channels": LUMINANCE_ONLY, "strength": 0}, {"channels": LUMINANCE_ONLY, "strength": 0.5},
    {"bins": 1024}, {"bins": 4096, "channels": RGBA}, {"minimum": 0.2, "maximum": 0.7},
    {"minimum": 0.3, "maximum": 0.8, "channels": LUMINANCE_ONLY},
    {"regionOrigin": [0.25, 0.4], "regionSize": [0.5, 0.3]},
    {"regionOrigin": [0.5, 0.5], "regionSize": [0, 0]},
    {"minimum": [0.1, 0.2, 0, 0], "maximum": [0.9, 0.6, 0.5, 1]}, {"minimum": [0.1, 0.2, 0.3, 0.4], "channels": RGBA},
    {"minimum": [0.1, 0.2, 0.3, 0.4], "channels": 2}, {"threshold": [0.25, 0.5, 0.75, 0]}, {"threshold": 1},
    {"threshold": 0.3, "channels": LUMINANCE_ONLY}, {"isNormalized": 1}, {"isNormalized": 1, "channels": RGBA},
    {"isNormalized": 1, "strength": 0.5, "minimum": [0.3, 0, 0, 0], "maximum": [1, 0.7, 1, 1]},
    {"isNormalized": 1, "channels": LUMINANCE_ONLY, "bins": 1024}, {"isNormalized": 1, "threshold": 0.4, "channels": 1},
    {"isNormalized": 1, "regionOrigin": [0.25, 0.4], "regionSize": [0.5, 0.3], "threshold": 0.2},
])
def histogram_equalization(rgba, p):
    result = transferred(rgba, equalization_tables(rgba, p), all_limits(rgba, p), p)
    if vars(p) == DEFAULTS:
        check_equalization(rgba, result)
    return result


@operation("HistogramEqualization", tolerance=Codes(2), defaults=DEFAULTS, frames=3, pictures=["natural"], cases=[
    {"smoothing": 0.7}, {"smoothing": 0.7, "channels": LUMINANCE_ONLY}, {"isHeld": 1}, {"accumulates": 1},
    {"smoothing": 0.7, "isNormalized": 1}, {"isHeld": 1, "isNormalized": 1}, {"isHeld": 1, "minimum": 0.1},
    {"accumulates": 1, "isNormalized": 1, "channels": RGBA, "bins": 512},
])
def smoothed_equalization(frames, p):
    tables, counts, ends = None, None, None
    for frame in frames:
        planes = channels_of(frame, p)
        new = {channel: counted(plane, channel, p) for channel, plane in planes.items()}
        now = all_limits(frame, p)
        counts = {c: new[c] + counts[c] for c in new} if counts and p.accumulates else new
        fresh = {channel: equalized(counts[channel], now[channel], p) for channel in planes}
        weight = 0 if tables is None else (1 if p.isHeld else p.smoothing)
        tables = {c: mix(fresh[c], tables[c], weight) if weight else fresh[c] for c in fresh}
        ends = {c: tuple(mix(np.array(now[c]), np.array(ends[c]), weight)) if weight else now[c] for c in fresh}
    return transferred(frames[-1], tables, ends, p)


@operation("ReferenceEqualization", tolerance=Codes(2), defaults=DEFAULTS, inputs=2, cases=[
    {}, {"channels": LUMINANCE_ONLY}, {"strength": 0}, {"isNormalized": 1}, {"threshold": 0.5},
])
def reference_equalization(pictures, p):
    return transferred(pictures[0], equalization_tables(pictures[1], p), all_limits(pictures[1], p), p)


# Specification

def specified(counts, ends, wanted, wanted_ends, p):
    """Quantiles of the picture at the wanted histogram's quantiles."""
    if counts.sum() == 0 or wanted.sum() == 0:
        return identity(ends, p)
    occurring = np.flatnonzero(wanted)
    quantiles = np.cumsum(wanted)[occurring] / wanted.sum()
    table = np.interp(np.cumsum(counts) / counts.sum(), quantiles, identity(wanted_ends, p)[occurring])
    return mix(identity(ends, p), table, p.strength)


@operation("HistogramMatching", tolerance=Codes(2), defaults=DEFAULTS, inputs=2, cases=[
    {}, {"channels": LUMINANCE_ONLY}, {"bins": 512}, {"strength": 0}, {"minimum": 0.1, "maximum": 0.9},
    {"isNormalized": 1}, {"isNormalized": 1, "channels": LUMINANCE_ONLY}, {"minimum": [0, 0.1, 0.2, 0]},
])
def histogram_matching(pictures, p):
    first, other = channels_of(pictures[0], p), channels_of(pictures[1], p)
    ends, wanted = all_limits(pictures[0], p), all_limits(pictures[1], p)
    tables = {c: specified(counted(first[c], c, p), ends[c], counted(other[c], c, p), wanted[c], p) for c in first}
    result = transferred(pictures[0], tables, ends, p)
    if vars(p) == DEFAULTS:
        theirs = exposure.match_histograms(pictures[0][..., :3], pictures[1][..., :3], channel_axis=-1)
        assert np.abs(theirs - result[..., :3]).max() < 1e-9
    return result


@operation("HistogramSpecification", tolerance=Codes(2), defaults={**DEFAULTS, "mean": 0.5, "deviation": 0.2}, cases=[
    {}, {"channels": LUMINANCE_ONLY}, {"mean": 0.3, "deviation": 0.1}, {"mean": 0.8, "deviation": 0.05, "bins": 1024},
    {"bins": 4096, "channels": RGBA}, {"strength": 0}, {"isNormalized": 1},
    {"minimum": [0, 0.1, 0.2, 0], "maximum": [1, 0.9, 0.8, 1]}, {"threshold": 0.3},
])
def histogram_specification(rgba, p):
    away = (np.arange(p.bins) / (p.bins - 1) - p.mean) / max(abs(p.deviation), 1e-3)
    wanted = np.where(away ** 2 > 17, 0, np.rint(2 ** 20 * np.exp(-0.5 * away ** 2)))
    ends = all_limits(rgba, p)
    tables = {c: specified(counted(plane, c, p), ends[c], wanted, (own(p.minimum, c), own(p.maximum, c)), p)
              for c, plane in channels_of(rgba, p).items()}
    return transferred(rgba, tables, ends, p)


# Contrast limited adaptive equalization

def mirrored(array, height, width):
    """Goes on over the lower and the right edge, which are not repeated."""
    def indices(count, size):
        index = np.arange(count)
        return np.where(index < size, index, np.maximum(2 * (size - 1) - index, 0))

    return array[indices(height, array.shape[0])][:, indices(width, array.shape[1])]


def clahe_table(codes, limit):
    counts = np.bincount(codes.ravel(), minlength=256)
    if limit > 0:
        cut = max(int(min(limit * codes.size / 256, codes.size)), 1)
        excess = np.maximum(counts - cut, 0).sum()
        counts = np.minimum(counts, cut) + excess // 256
        rest = excess % 256
        if rest:
            step = max(256 // rest, 1)
            counts[np.arange(0, 256, step)[:rest]] += 1
    return np.cumsum(counts) / codes.size


def clahe_luminance(values, p):
    height, width = values.shape
    tile_height, tile_width = -(-height // p.tilesDown), -(-width // p.tilesAcross)
    codes = np.floor(values * 255 + 0.5).astype(int)
    padded = mirrored(codes, tile_height * p.tilesDown, tile_width * p.tilesAcross)
    tables = np.array([[
        clahe_table(padded[j * tile_height:(j + 1) * tile_height, i * tile_width:(i + 1) * tile_width], p.clipLimit)
        for i in range(p.tilesAcross)] for j in range(p.tilesDown)])
    y, x = np.mgrid[0:height, 0:width]
    ty, tx = y / tile_height - 0.5, x / tile_width - 0.5
    j, i = np.floor(ty).astype(int), np.floor(tx).astype(int)
    bin = np.minimum(np.floor(values * 255).astype(int), 254)

    def through(row, column):
        row, column = np.clip(row, 0, p.tilesDown - 1), np.clip(column, 0, p.tilesAcross - 1)
        return mix(tables[row, column, bin], tables[row, column, bin + 1], values * 255 - bin)

    upper = mix(through(j, i), through(j, i + 1), tx - i)
    lower = mix(through(j + 1, i), through(j + 1, i + 1), tx - i)
    return mix(upper, lower, ty - j), padded


def check_clahe(values, result, padded, p):
    """A grey picture as OpenCV has it; OpenCV rounds tables and results to bytes."""
    codes = np.rint(values * 255)
    if np.abs(values * 255 - codes).max() > 1e-9:
        return
    theirs = cv2.createCLAHE(p.clipLimit, (p.tilesAcross, p.tilesDown)).apply(padded.astype(np.uint8))
    assert np.abs(theirs[:values.shape[0], :values.shape[1]] - result * 255).max() <= 1.5


@operation("CLAHE", tolerance=PSNR(45), defaults={"clipLimit": 2, "tilesAcross": 8, "tilesDown": 8, "strength": 1},
           cases=[{}, {"clipLimit": 4, "tilesAcross": 3, "tilesDown": 2}, {"clipLimit": 0, "tilesAcross": 2, "tilesDown": 2},
                  {"strength": 0}, {"tilesAcross": 1, "tilesDown": 1, "clipLimit": 40}])
def clahe(rgba, p):
    values = luminance(rgba)
    result, padded = clahe_luminance(values, p)
    check_clahe(values, result, padded, p)
    grey = rgba[..., 0]
    check_clahe(grey, *clahe_luminance(grey, p), p)
    return with_luminance(rgba, mix(values, result, p.strength))


# Pictures of histograms

def heights(rgba, p):
    counts = {c: counted(plane, c, p) for c, plane in channels_of(rgba, p).items()}
    peak = max(1, max(c.max() for c in counts.values()))
    row = np.zeros((1, p.bins, 4))
    row[..., 3] = 1
    for channel, count in counts.items():
        row[0, :, slice(0, 3) if channel is None else channel] = (count / peak)[..., None] if channel is None else count / peak
    return np.repeat(row, 3, axis=0)


@operation("Histogram", tolerance=Codes(1), defaults=DEFAULTS, cases=[
    {}, {"channels": LUMINANCE_ONLY}, {"channels": 0}, {"channels": 1}, {"channels": 2}, {"channels": RGBA},
    {"bins": 512}, {"bins": 2048}, {"bins": 4096}, {"minimum": 0.25, "maximum": 0.5},
    {"regionOrigin": [0.1, 0.2], "regionSize": [0.3, 0.9]}, {"isNormalized": 1}, {"threshold": [0.5, 0.1, 0.9, 0]},
    {"minimum": [0, 0.25, 0.5, 0], "maximum": [0.5, 0.75, 1, 1], "channels": RGBA},
])
def histogram(rgba, p):
    return heights(rgba, p)


@operation("HistogramDisplay", tolerance=Codes(2), defaults={"width": 256, "height": 128, "backgroundColor": [0, 0, 0, 0]},
           cases=[{}, {"width": 100, "height": 33, "backgroundColor": [0.2, 0.4, 0.6, 1]}])
def histogram_display(rgba, p):
    columns = np.arange(p.width) * rgba.shape[1] // p.width
    bars = rgba[rgba.shape[0] // 2, columns, :3]
    height = 1 - (np.arange(p.height) + 0.5) / p.height
    drawn = (bars[None] >= height[:, None, None]).astype(float)
    any_bar = drawn.max(axis=-1, keepdims=True)
    return mix(np.array(p.backgroundColor, dtype=float), np.concatenate([drawn, np.ones_like(any_bar)], axis=-1), any_bar)


# Averages

@operation("AverageLuminanceThreshold", tolerance=Codes(0), defaults={"thresholdMultiplier": 1},
           cases=[{}, {"thresholdMultiplier": 0}, {"thresholdMultiplier": 1.25}, {"thresholdMultiplier": 0.5}])
def average_luminance_threshold(rgba, p):
    values = luminance(rgba)
    bright = values + 0.5 / 4080 >= values.mean() * p.thresholdMultiplier
    return with_rgb(rgba, bright.astype(float))


for _name in ("AverageColorExtractor", "AverageLuminanceExtractor", "HistogramExtractor"):
    operation(_name, tolerance=Codes(0), cases=[{}])(lambda rgba, p: rgba)
