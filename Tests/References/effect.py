"""Effects, each from the definition that its documentation states.

Kuwahara, Hachimura, Eiho and Kinoshita, "Processing of RI-angiocardiographic images" (1976); Bayer, "An optimum method
for two-level rendition of continuous-tone pictures" (1973); Rong and Tan, "Jump flooding in GPU" (2006).

Lengths are in pixels here, pixel centres at n + ½, and what lies on a border lies on its far side, as EDGE says.
"""

import cv2
import numpy as np
from scipy import ndimage

from framework import PSNR, Codes, operation

POINT = Codes(2)
PICTURE = PSNR(45)
# Steps after a blur in halves: what lies on a step may fall to either side.
STEPS = Codes(2, share=0.01)
LUMINANCE = np.array([0.2125, 0.7154, 0.0721])
EDGE = 1e-9
# A strength this near to a threshold counts as equal: more than single precision loses.
EQUAL = 1e-6


# Places and colours


def centers(rgba):
    """The pixels' centres: across and down."""
    height, width = rgba.shape[:2]
    down, across = np.mgrid[0:height, 0:width] + 0.5
    return across, down


def sample(rgba, across, down):
    """Bilinear; edges repeat."""
    return np.stack(
        [
            ndimage.map_coordinates(rgba[..., channel], [down - 0.5, across - 0.5], order=1, mode="nearest")
            for channel in range(4)
        ],
        axis=-1,
    )


def luminance(rgba):
    return rgba[..., :3] @ LUMINANCE


def opaque(grey):
    return np.stack([grey, grey, grey, np.ones_like(grey)], axis=-1)


def painted(rgba, rgb):
    """Other colours, the same alpha."""
    return np.concatenate([np.broadcast_to(rgb, rgba[..., :3].shape), rgba[..., 3:]], axis=-1)


# Square cells


class Cells:
    """Square cells from the upper left corner; `fraction` of the width is a side."""

    def __init__(self, rgba, fraction):
        self.side = max(fraction * rgba.shape[1], 1.0)
        across, down = centers(rgba)
        self.across = (np.floor(across / self.side + EDGE) + 0.5) * self.side
        self.down = (np.floor(down / self.side + EDGE) + 0.5) * self.side
        self.distance = np.hypot(across - self.across, down - self.down)
        self.colors = sample(rgba, self.across, self.down)


CELL_CASES = [
    {},
    {"fractionalWidthOfAPixel": 0.05},
    {"fractionalWidthOfAPixel": 0.13},
    {"fractionalWidthOfAPixel": 0.0},
]


@operation("Pixellate", tolerance=PICTURE, cases=CELL_CASES, defaults={"fractionalWidthOfAPixel": 0.01})
def pixellate(rgba, p):
    return Cells(rgba, p.fractionalWidthOfAPixel).colors


@operation(
    "PixellatePosition",
    tolerance=PICTURE,
    cases=[
        {},
        {"fractionalWidthOfAPixel": 0.11, "center": (0.3, 0.65), "radius": 0.35},
        {"center": (0.9, 0.1), "radius": 0.7},
        {"radius": 0.0},
    ],
    defaults={"fractionalWidthOfAPixel": 0.05, "center": (0.5, 0.5), "radius": 0.25},
)
def pixellate_position(rgba, p):
    reach = Polar(rgba, p.center).radius
    cells = Cells(rgba, p.fractionalWidthOfAPixel).colors
    return np.where((reach < p.radius)[..., None], cells, rgba)


@operation(
    "PolkaDot",
    tolerance=PICTURE,
    cases=CELL_CASES + [{"fractionalWidthOfAPixel": 0.1, "dotScaling": 0.5}, {"dotScaling": 0.0}],
    defaults={"fractionalWidthOfAPixel": 0.01, "dotScaling": 0.9},
)
def polka_dot(rgba, p):
    cells = Cells(rgba, p.fractionalWidthOfAPixel)
    inside = cells.distance < p.dotScaling * cells.side / 2
    return painted(cells.colors, cells.colors[..., :3] * inside[..., None])


@operation("Halftone", tolerance=PICTURE, cases=CELL_CASES, defaults={"fractionalWidthOfAPixel": 0.01})
def halftone(rgba, p):
    cells = Cells(rgba, p.fractionalWidthOfAPixel)
    dark = 1 - luminance(cells.colors)
    return opaque(1.0 - (cells.distance < dark * cells.side / 2 - EDGE))


@operation(
    "Crosshatch",
    tolerance=POINT,
    cases=[{}, {"crossHatchSpacing": 0.06, "lineWidth": 0.02}, {"crossHatchSpacing": 0.0, "lineWidth": 0.0}],
    defaults={"crossHatchSpacing": 0.03, "lineWidth": 0.003},
)
def crosshatch(rgba, p):
    across, down = centers(rgba)
    spacing = max(p.crossHatchSpacing * rgba.shape[1], 1.0)
    width = p.lineWidth * rgba.shape[1]
    light = luminance(rgba) + EDGE

    def lines(distance):
        return np.mod(distance + EDGE, spacing) <= width + 2 * EDGE

    ink = (light < 1) & lines(across + down)
    ink |= (light < 0.75) & lines(across - down)
    ink |= (light < 0.5) & lines(across + down - spacing / 2)
    ink |= (light < 0.3) & lines(across - down - spacing / 2)
    return painted(rgba, (1.0 - ink)[..., None])


def tile_set():
    """Two rows of four tiles of 6×5 pixels, each with a gradient of its own, and one that can be seen through."""
    y, x = np.mgrid[0:10, 0:24]
    number = y // 5 * 4 + x // 6
    rgb = np.stack([number / 7, x % 6 / 5, y % 5 / 4], axis=-1)
    return np.dstack([np.rint(rgb * 255) / 255, np.where(number == 2, 51 / 255, 1)])


def png(rgba):
    codes = np.rint(rgba * 255).astype(np.uint8)
    return cv2.imencode(".png", codes[..., [2, 1, 0, 3]])[1].tobytes()


def tiled_mosaic(rgba, p):
    tiles = tile_set()
    sides = [max(part * rgba.shape[1], 1.0) for part in p.displayTileSize]
    places = [center / side + 1e-4 for center, side in zip(centers(rgba), sides)]
    columns, rows = (np.floor(place) for place in places)
    colors = sample(rgba, (columns + 0.5) * sides[0], (rows + 0.5) * sides[1])
    across, down = (int(1 / part + EDGE) for part in p.inputTileSize)
    count = min(p.numberOfTiles, across * down)
    number = np.minimum(np.floor(luminance(colors) * count + EDGE), count - 1)
    # In pixels of the picture of tiles, half of one away from the tile's edges.
    width, height = 24 * p.inputTileSize[0], 10 * p.inputTileSize[1]
    x = number % across * width + np.clip((places[0] - columns) * width, 0.5, width - 0.5)
    y = number // across * height + np.clip((places[1] - rows) * height, 0.5, height - 0.5)
    shown = sample(tiles, x, y)
    paint = shown[..., :3] * (colors[..., :3] if p.colorOn else 1)
    return np.concatenate([paint, shown[..., 3:] * colors[..., 3:]], axis=-1)


@operation(
    "Mosaic",
    tolerance=PICTURE,
    files={"tiles.png": png(tile_set())},
    cases=[
        {},
        {"displayTileSize": (0.125, 0.0625)},
        {"displayTileSize": (0.17, 0.17), "colorOn": False},
        {"file": "tiles.png", "displayTileSize": (0.125, 0.0625), "inputTileSize": (0.25, 0.5), "numberOfTiles": 8},
        {"file": "tiles.png", "displayTileSize": (0.17, 0.17), "inputTileSize": (0.25, 0.5), "numberOfTiles": 5, "colorOn": False},
        {"file": "tiles.png", "displayTileSize": (0.1, 0.2), "inputTileSize": (0.5, 1), "numberOfTiles": 64},
        {"file": "tiles.png", "displayTileSize": (0.2, 0.2), "inputTileSize": (1, 1), "numberOfTiles": 1},
    ],
    defaults={"displayTileSize": (0.025, 0.025), "colorOn": True},
)
def mosaic(rgba, p):
    if getattr(p, "file", None):
        return tiled_mosaic(rgba, p)
    bayer = np.zeros((1, 1), dtype=int)
    while len(bayer) < 8:
        bayer = np.block([[4 * bayer, 4 * bayer + 2], [4 * bayer + 3, 4 * bayer + 1]])
    sides = [max(part * rgba.shape[1], 1.0) for part in p.displayTileSize]
    columns, rows = (
        np.floor(center / side * 8 + EDGE).astype(int) for center, side in zip(centers(rgba), sides)
    )
    colors = sample(rgba, (columns // 8 + 0.5) * sides[0], (rows // 8 + 0.5) * sides[1])
    light = np.minimum(np.floor(luminance(colors) * 64 + EDGE), 63)
    isLight = bayer[rows % 8, columns % 8] < light * 64 / 63
    paint = colors[..., :3] if p.colorOn else np.ones(3)
    return painted(colors, paint * isLight[..., None])


@operation("CGAColorspaceFilter", tolerance=PICTURE, cases=[{}])
def cga_colorspace_filter(rgba, p):
    def middle(count, cells):
        cell = (2 * np.arange(count) + 1) * cells // (2 * count)
        return (2 * cell + 1) * count // (2 * cells)

    height, width = rgba.shape[:2]
    cells = (320, 200) if width >= height else (200, 320)
    colors = rgba[middle(height, cells[1])][:, middle(width, cells[0])]
    codes = np.rint(colors[..., :3] * 255).astype(int)
    palette = np.array([[255, 255, 255], [85, 255, 255], [255, 85, 255], [0, 0, 0]])
    nearest = np.argmin(((codes[..., None, :] - palette) ** 2).sum(axis=-1), axis=-1)
    return painted(colors, palette[nearest] / 255)


# Outlines


def edges(rgba):
    """Sobel's strength of the luminance."""
    grey = luminance(rgba)
    across = cv2.Sobel(grey, cv2.CV_64F, 1, 0, ksize=3, borderType=cv2.BORDER_REPLICATE)
    down = cv2.Sobel(grey, cv2.CV_64F, 0, 1, ksize=3, borderType=cv2.BORDER_REPLICATE)
    return np.hypot(across, down)


@operation(
    "SketchFilter",
    tolerance=PICTURE,
    cases=[{}, {"edgeStrength": 0.4}, {"edgeStrength": 0.0}],
    defaults={"edgeStrength": 1.0},
)
def sketch_filter(rgba, p):
    return opaque(1 - p.edgeStrength * edges(rgba))


@operation(
    "ThresholdSketchFilter",
    tolerance=PICTURE,
    cases=[{}, {"edgeStrength": 2.0, "threshold": 0.8}, {"threshold": 0.07}],
    defaults={"edgeStrength": 1.0, "threshold": 0.25},
)
def threshold_sketch_filter(rgba, p):
    return opaque(1.0 - (p.edgeStrength * edges(rgba) + EQUAL >= p.threshold))


def toon(rgba, threshold, levels):
    levels = max(levels, 1)
    colors = np.floor(rgba[..., :3] * levels + 0.5) / levels
    return painted(rgba, colors * ~(edges(rgba) + EQUAL >= threshold)[..., None])


@operation(
    "ToonFilter",
    tolerance=PICTURE,
    cases=[{}, {"threshold": 0.6, "quantizationLevels": 4.0}, {"threshold": 9.0, "quantizationLevels": 255.0}],
    defaults={"threshold": 0.2, "quantizationLevels": 10.0},
)
def toon_filter(rgba, p):
    return toon(rgba, p.threshold, p.quantizationLevels)


@operation(
    "SmoothToonFilter",
    tolerance=STEPS,
    cases=[
        {},
        {"blurRadiusInPixels": 1.0, "threshold": 0.4, "quantizationLevels": 5.0},
        {"blurRadiusInPixels": 0.0, "threshold": 9.0, "quantizationLevels": 255.0},
    ],
    defaults={"blurRadiusInPixels": 2.0, "threshold": 0.2, "quantizationLevels": 10.0},
)
def smooth_toon_filter(rgba, p):
    sigma = (p.blurRadiusInPixels, p.blurRadiusInPixels, 0)
    smooth = ndimage.gaussian_filter(rgba, sigma, mode="nearest", truncate=4.0)
    return toon(smooth, p.threshold, p.quantizationLevels)


# Circles


class Polar:
    """Radius and angle about a centre; the unit is the picture's shorter side, so that circles are circles."""

    def __init__(self, rgba, center):
        height, width = rgba.shape[:2]
        self.rgba = rgba
        self.unit = min(width, height)
        self.origin = center[0] * width, center[1] * height
        across, down = centers(rgba)
        self.x = (across - self.origin[0]) / self.unit
        self.y = (down - self.origin[1]) / self.unit
        self.radius = np.hypot(self.x, self.y)
        self.angle = np.arctan2(self.y, self.x)

    def read(self, radius, angle):
        across = self.origin[0] + self.unit * radius * np.cos(angle)
        down = self.origin[1] + self.unit * radius * np.sin(angle)
        return sample(self.rgba, across, down)


@operation(
    "PolarPixellate",
    tolerance=PICTURE,
    cases=[
        {},
        {"pixelSize": (0.13, 0.2), "center": (0.3, 0.6)},
        {"pixelSize": (0.0, 0.3)},
        {"pixelSize": (0.0, 0.0)},
    ],
    defaults={"pixelSize": (0.05, 0.05), "center": (0.5, 0.5)},
)
def polar_pixellate(rgba, p):
    def middle(values, size):
        return (np.floor(values / size) + 0.5) * size if size > 0 else values

    polar = Polar(rgba, p.center)
    radius = middle(2 * polar.radius, p.pixelSize[0]) / 2
    return polar.read(radius, middle(polar.angle, p.pixelSize[1]))


DISC_CASES = [{}, {"center": (0.3, 0.7), "radius": 0.45}]


@operation(
    "SwirlDistortion",
    tolerance=PICTURE,
    cases=DISC_CASES + [{"angle": -0.4}, {"angle": 0.0}, {"radius": 0.0}],
    defaults={"center": (0.5, 0.5), "radius": 0.5, "angle": 1.0},
)
def swirl_distortion(rgba, p):
    polar = Polar(rgba, p.center)
    depth = np.maximum(1 - polar.radius / p.radius, 0) if p.radius > 0 else 0 * polar.radius
    return polar.read(polar.radius, polar.angle + 8 * p.angle * depth**2)


@operation(
    "BulgeDistortion",
    tolerance=PICTURE,
    cases=DISC_CASES + [{"scale": -0.7, "radius": 0.5}, {"scale": 0.0}, {"radius": 0.0}],
    defaults={"center": (0.5, 0.5), "radius": 0.25, "scale": 0.5},
)
def bulge_distortion(rgba, p):
    polar = Polar(rgba, p.center)
    depth = np.maximum(1 - polar.radius / p.radius, 0) if p.radius > 0 else 0 * polar.radius
    return polar.read(polar.radius * (1 - depth * p.scale) ** 2, polar.angle)


@operation(
    "PinchDistortion",
    tolerance=PICTURE,
    cases=DISC_CASES + [{"scale": -1.5, "radius": 0.8}, {"scale": 0.0}, {"radius": 0.0}],
    defaults={"center": (0.5, 0.5), "radius": 0.5, "scale": 0.5},
)
def pinch_distortion(rgba, p):
    polar = Polar(rgba, p.center)
    depth = np.maximum(1 - polar.radius / p.radius, 0) if p.radius > 0 else 0 * polar.radius
    return polar.read(polar.radius * (1 + depth * p.scale), polar.angle)


@operation(
    "StretchDistortion",
    tolerance=PICTURE,
    cases=[{}, {"center": (0.25, 0.6)}],
    defaults={"center": (0.5, 0.5)},
)
def stretch_distortion(rgba, p):
    def stretched(positions, middle, size):
        offset = 2 * (positions / size - middle)
        part = np.clip((np.abs(offset) - 0.25) / 0.25, 0, 1)
        return (middle + offset / 4 * (1 + part**2 * (3 - 2 * part))) * size

    across, down = centers(rgba)
    height, width = rgba.shape[:2]
    return sample(rgba, stretched(across, p.center[0], width), stretched(down, p.center[1], height))


def refracted(rgba, p):
    """The ball's surface normals, the refracted rays' directions, and where the ball is (Snell's law)."""
    polar = Polar(rgba, p.center)
    reach = polar.radius / p.radius if p.radius > 0 else np.full_like(polar.radius, 2)
    inside = reach < 1
    depth = np.sqrt(np.maximum(1 - reach**2, 0))
    normal = np.stack([reach * np.cos(polar.angle), reach * np.sin(polar.angle), depth], axis=-1)
    ray = np.array([0.0, 0.0, -1.0])
    cosine = -(normal @ ray)
    squared = 1 - p.refractiveIndex**2 * (1 - cosine**2)
    bent = p.refractiveIndex * ray + (p.refractiveIndex * cosine - np.sqrt(np.maximum(squared, 0)))[..., None] * normal
    return normal, np.where((squared >= 0)[..., None], bent, 0), inside


SPHERE_CASES = [
    {},
    {"center": (0.3, 0.6), "radius": 0.4, "refractiveIndex": 0.5},
    {"radius": 0.9, "refractiveIndex": 1.0},
    {"radius": 0.0},
]


@operation(
    "SphereRefraction",
    tolerance=PICTURE,
    cases=SPHERE_CASES,
    defaults={"center": (0.5, 0.5), "radius": 0.25, "refractiveIndex": 0.71},
)
def sphere_refraction(rgba, p):
    _, ray, inside = refracted(rgba, p)
    height, width = rgba.shape[:2]
    seen = sample(rgba, (0.5 + ray[..., 0] / 2) * width, (0.5 + ray[..., 1] / 2) * height)
    return seen * inside[..., None]


@operation(
    "GlassSphereRefraction",
    tolerance=PICTURE,
    cases=SPHERE_CASES,
    defaults={"center": (0.5, 0.5), "radius": 0.25, "refractiveIndex": 0.71},
)
def glass_sphere_refraction(rgba, p):
    normal, ray, inside = refracted(rgba, p)
    height, width = rgba.shape[:2]
    seen = sample(rgba, (0.5 - ray[..., 0] / 2) * width, (0.5 - ray[..., 1] / 2) * height)
    light = np.array([-0.5, -0.5, 1.0])
    shine = np.clip(normal @ (light / np.linalg.norm(light)), 0, 1) ** 15
    rim = 2.5 * (1 - normal[..., 2] ** 0.25)
    lit = painted(seen, seen[..., :3] + (rim + 0.8 * shine)[..., None])
    return lit * inside[..., None]


@operation(
    "Vignette",
    tolerance=POINT,
    cases=[
        {},
        {"center": (0.3, 0.6), "color": (0.9, 0.4, 0.1, 1.0), "start": 0.1, "end": 0.6},
        {"start": 2.0, "end": 3.0},
    ],
    defaults={"center": (0.5, 0.5), "color": (0.0, 0.0, 0.0, 1.0), "start": 0.3, "end": 0.75},
)
def vignette(rgba, p):
    polar = Polar(rgba, p.center)
    height, width = rgba.shape[:2]
    reach = polar.radius * polar.unit / (np.hypot(width, height) / np.sqrt(2))
    part = np.clip((reach - p.start) / (p.end - p.start), 0, 1)
    part = (part**2 * (3 - 2 * part))[..., None]
    return painted(rgba, (1 - part) * rgba[..., :3] + part * np.array(p.color[:3]))


# Kuwahara


def kuwahara(rgba, radius):
    """Whole numbers throughout: equal variances are equal."""
    codes = np.rint(rgba[..., :3] * 255).astype(np.int64)
    padded = np.pad(codes, ((radius, radius), (radius, radius), (0, 0)), mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, (radius + 1, radius + 1), axis=(0, 1))
    count = (radius + 1) ** 2
    sums = windows.sum(axis=(-2, -1))
    variances = (count * (windows**2).sum(axis=(-2, -1)) - sums**2).sum(axis=-1)
    height, width = codes.shape[:2]
    corners = [(0, 0), (0, radius), (radius, 0), (radius, radius)]
    spread = np.stack([variances[y : y + height, x : x + width] for y, x in corners])
    totals = np.stack([sums[y : y + height, x : x + width] for y, x in corners])
    least = (spread == spread.min(axis=0))[..., None]
    return painted(rgba, (totals * least).sum(axis=0) / (least.sum(axis=0) * count * 255))


@operation(
    "KuwaharaFilter",
    tolerance=PICTURE,
    cases=[{}, {"radius": 1}, {"radius": 7}, {"radius": 0}],
    defaults={"radius": 3},
)
def kuwahara_filter(rgba, p):
    return kuwahara(rgba, min(max(int(p.radius), 0), 16))


@operation("KuwaharaRadius3Filter", tolerance=PICTURE, cases=[{}])
def kuwahara_radius_3_filter(rgba, p):
    return kuwahara(rgba, 3)


# Voronoi


@operation(
    "JFAVoronoi",
    tolerance=PICTURE,
    cases=[{}, {"threshold": 0.9}, {"threshold": 2.0}],
    defaults={"threshold": 0.5},
)
def jfa_voronoi(rgba, p):
    """By looking at every seed."""
    height, width = rgba.shape[:2]
    down, across = (values.astype(np.int64) for values in np.mgrid[0:height, 0:width])
    seeds = np.argwhere(luminance(rgba) > p.threshold)
    if len(seeds):
        best = np.full((height, width), np.iinfo(np.int64).max)
        found = np.zeros((height, width), dtype=np.int64)
        for number, (y, x) in enumerate(seeds):
            distance = (down - y) ** 2 + (across - x) ** 2
            found = np.where(distance < best, number, found)
            best = np.minimum(distance, best)
        down, across = seeds[found, 0], seeds[found, 1]
    columns = (2 * across + 1) * 2048 // width
    rows = (2 * down + 1) * 2048 // height
    low = (columns & 15) << 4 | (rows & 15)
    return np.stack([columns >> 4, rows >> 4, low, np.full_like(low, 255)], axis=-1) / 255


@operation("VoronoiConsumer", tolerance=PICTURE, inputs=2, cases=[{}])
def voronoi_consumer(pictures, p):
    rgba, voronoi = pictures
    height, width = rgba.shape[:2]
    codes = np.rint(voronoi * 255).astype(np.int64)
    columns = codes[..., 0] << 4 | codes[..., 2] >> 4
    rows = codes[..., 1] << 4 | codes[..., 2] & 15
    return rgba[(2 * rows + 1) * height // 8192, (2 * columns + 1) * width // 8192]
