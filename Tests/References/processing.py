"""Sharpness, blur, edges, morphology, geometry.

Each is computed from its definition with scipy.ndimage where that has it; edges repeat (mode "nearest").
"""

import numpy as np
from scipy import ndimage

from framework import PSNR, Codes, luminance, mix, operation, positions, sample, with_rgb

AREA = PSNR(45)


def grey(values):
    """An opaque grey picture."""
    return np.concatenate([np.repeat(values[..., None], 3, axis=-1), np.ones_like(values)[..., None]], axis=-1)


def smoothstep(start, end, x):
    t = np.clip((x - start) / max(end - start, 1e-9), 0, 1)
    return t * t * (3 - 2 * t)


def correlated(picture, kernel):
    """Each channel with a kernel; the kernel's first number weighs the upper left neighbour."""
    kernel = np.asarray(kernel, dtype=np.float64)
    if picture.ndim == 2:
        return ndimage.correlate(picture, kernel, mode="nearest")
    return ndimage.correlate(picture, kernel[..., None], mode="nearest")


def blurred(rgba, sigma):
    if sigma <= 0:
        return rgba
    return ndimage.gaussian_filter(rgba, (sigma, sigma, 0), mode="nearest", truncate=6)


def box(rgba, radius):
    return ndimage.uniform_filter(rgba, (2 * radius + 1, 2 * radius + 1, 1), mode="nearest")


def shorter_sides(rgba, center):
    """How far each pixel is from a centre, in units of the picture's shorter side."""
    height, width = rgba.shape[:2]
    x, y = positions(rgba)
    return np.hypot((x - center[0]) * width, (y - center[1]) * height) / min(width, height)


# Sharpness and 3×3 kernels.


@operation("Sharpen", tolerance=AREA, cases=[{"sharpness": 0}, {"sharpness": 0.8}, {"sharpness": -0.2}])
def sharpen(rgba, p):
    s = p.sharpness
    kernel = [[0, -s, 0], [-s, 1 + 4 * s, -s], [0, -s, 0]]
    return with_rgb(rgba, correlated(rgba, kernel)[..., :3])


@operation(
    "Convolution3x3",
    tolerance=AREA,
    cases=[
        {"convolutionKernel": [0, 0, 0, 0, 1, 0, 0, 0, 0]},
        {"convolutionKernel": [1, 2, 3, -1, 0.5, -2, 0.25, -3, 0.75]},
        {"convolutionKernel": [-1, 0, 1, -2, 0, 2, -1, 0, 1]},
    ],
)
def convolution(rgba, p):
    kernel = np.reshape(p.convolutionKernel, (3, 3))
    return with_rgb(rgba, correlated(rgba, kernel)[..., :3])


@operation(
    "Convolution",
    tolerance=AREA,
    cases=[
        {},
        {"weights": [1, 2, 3, -1, 0.5, -2, 0.25, -3, 0.75], "divisor": 2, "bias": 0.1},
        {"kernelWidth": 5, "kernelHeight": 5, "divisor": 0, "weights": np.outer([1, 4, 6, 4, 1], [1, 2, 3, 2, 1]).ravel()},
        {"kernelWidth": 7, "kernelHeight": 1, "divisor": 0, "weights": [1, 2, -3, 0, 3, -2, -1], "bias": 0.5},
        {"kernelWidth": 3, "kernelHeight": 9, "divisor": 27, "weights": np.sin(np.arange(27)) + 1},
        {"kernelWidth": 8, "kernelHeight": 9, "divisor": 9, "weights": np.cos(np.arange(70)) + 0.1},
        {"kernelWidth": 1, "kernelHeight": 1, "weights": [0.5, 9], "bias": 0.25},
    ],
    defaults={"kernelWidth": 3, "kernelHeight": 3, "weights": [0, 0, 0, 0, 1], "divisor": 1, "bias": 0},
)
def convolution_of_any_size(rgba, p):
    columns, rows = (min(9, max(1, side) | 1) for side in (p.kernelWidth, p.kernelHeight))
    kernel = np.zeros(columns * rows)
    used = np.asarray(p.weights, dtype=np.float64)[: columns * rows]
    kernel[: len(used)] = used
    divisor = p.divisor or kernel.sum() or 1
    return with_rgb(rgba, correlated(rgba, kernel.reshape(rows, columns))[..., :3] / divisor + p.bias)


@operation("EmbossFilter", tolerance=AREA, cases=[{"intensity": 1}, {"intensity": 0}, {"intensity": 2.5}])
def emboss(rgba, p):
    i = p.intensity
    kernel = [[-2 * i, -i, 0], [-i, 1, i], [0, i, 2 * i]]
    return with_rgb(rgba, correlated(rgba, kernel)[..., :3])


@operation("Laplacian", tolerance=AREA, cases=[{}])
def laplacian(rgba, p):
    kernel = [[0.5, 1, 0.5], [1, -6, 1], [0.5, 1, 0.5]]
    return with_rgb(rgba, correlated(rgba, kernel)[..., :3] + 0.5)


@operation("MedianFilter", tolerance=AREA, cases=[{}])
def median(rgba, p):
    return with_rgb(rgba, ndimage.median_filter(rgba, (3, 3, 1), mode="nearest")[..., :3])


# Edges.


@operation("SobelEdgeDetection", tolerance=AREA, cases=[{"edgeStrength": 1}, {"edgeStrength": 0.3}])
def sobel(rgba, p):
    light = luminance(rgba)
    across = ndimage.sobel(light, axis=1, mode="nearest")
    down = ndimage.sobel(light, axis=0, mode="nearest")
    return grey(np.hypot(across, down) * p.edgeStrength)


@operation("PrewittEdgeDetection", tolerance=AREA, cases=[{"edgeStrength": 1}, {"edgeStrength": 0.3}])
def prewitt(rgba, p):
    light = luminance(rgba)
    across = ndimage.prewitt(light, axis=1, mode="nearest")
    down = ndimage.prewitt(light, axis=0, mode="nearest")
    return grey(np.hypot(across, down) * p.edgeStrength)


@operation(
    "ThresholdSobelEdgeDetection",
    tolerance=AREA,
    cases=[{"edgeStrength": 1, "threshold": 0.25}, {"edgeStrength": 0.7, "threshold": 0.9}],
)
def threshold_sobel(rgba, p):
    edges = sobel(rgba, p)
    return grey((edges[..., 0] + 1e-6 >= p.threshold).astype(np.float64))


def neighbour_codes(values):
    """Which neighbours are at least as large: the upper right one is bit 0, then counter-clockwise."""
    around = [(-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1)]
    padded = np.pad(values, 1, mode="edge")
    height, width = values.shape
    code = np.zeros(values.shape, dtype=int)
    for bit, (y, x) in enumerate(around):
        neighbour = padded[1 + y : 1 + y + height, 1 + x : 1 + x + width]
        code |= (neighbour >= values).astype(int) << bit
    return code / 255


@operation("LocalBinaryPattern", tolerance=AREA, cases=[{}])
def local_binary_pattern(rgba, p):
    return grey(neighbour_codes(luminance(rgba)))


@operation("ColorLocalBinaryPattern", tolerance=AREA, cases=[{}])
def color_local_binary_pattern(rgba, p):
    codes = np.stack([neighbour_codes(rgba[..., c]) for c in range(3)], axis=-1)
    return with_rgb(rgba, codes)


# An angle that is rounded across the circle's end is 255 codes away; that happens to few.
@operation(
    "ColourFASTFeatureDetection",
    tolerance=Codes(6, share=0.002),
    cases=[{"blurRadiusInPixels": 2}, {"blurRadiusInPixels": 0}, {"blurRadiusInPixels": 3}],
)
def colour_fast(rgba, p):
    smooth = np.pad(box(rgba, p.blurRadiusInPixels)[..., :3], ((3, 3), (3, 3), (0, 0)), mode="edge")
    height, width = rgba.shape[:2]
    ring = [(3, 1), (1, 3), (-1, 3), (-3, 1), (-3, -1), (-1, -3), (1, -3), (3, -1)]
    mean, across, upwards = 0, 0, 0
    for x, y in ring:
        color = smooth[3 - y : 3 - y + height, 3 + x : 3 + x + width]
        mean = mean + color / 8
        across = across + color * x / np.sqrt(10)
        upwards = upwards + color * y / np.sqrt(10)
    difference = mean - rgba[..., :3]
    weight = np.abs(difference) + 1 / 255
    x = (weight * across).sum(axis=-1) / weight.sum(axis=-1)
    y = (weight * upwards).sum(axis=-1) / weight.sum(axis=-1)
    y = np.where(np.abs(y) < 1e-5, 0, y)
    angle = np.where(np.hypot(x, y) < 1 / 1024, 0, np.arctan2(y, x))
    return np.concatenate([difference / 2 + 0.5, angle[..., None] / (2 * np.pi) + 0.5], axis=-1)


# Blurs.


@operation(
    "GaussianBlur",
    tolerance=AREA,
    cases=[{"blurRadiusInPixels": sigma} for sigma in (2, 0, 0.6, 5, 12)],
)
def gaussian_blur(rgba, p):
    return blurred(rgba, p.blurRadiusInPixels)


@operation("BoxBlur", tolerance=AREA, cases=[{"blurRadiusInPixels": radius} for radius in (2, 0, 1, 7, 20)])
def box_blur(rgba, p):
    return box(rgba, p.blurRadiusInPixels)


@operation(
    "SingleComponentGaussianBlur", tolerance=AREA, cases=[{"blurRadiusInPixels": sigma} for sigma in (2, 0, 5)]
)
def single_component_gaussian_blur(rgba, p):
    return grey(luminance(blurred(rgba, p.blurRadiusInPixels)))


@operation(
    "UnsharpMask",
    tolerance=AREA,
    cases=[
        {"blurRadiusInPixels": 4, "intensity": 1},
        {"blurRadiusInPixels": 4, "intensity": 0},
        {"blurRadiusInPixels": 1.5, "intensity": 2.5},
    ],
)
def unsharp_mask(rgba, p):
    difference = rgba - blurred(rgba, p.blurRadiusInPixels)
    return with_rgb(rgba, (rgba + p.intensity * difference)[..., :3])


@operation(
    "IOSBlur",
    tolerance=AREA,
    cases=[
        {"blurRadiusInPixels": 48, "saturation": 0.8, "rangeReductionFactor": 0.6},
        {"blurRadiusInPixels": 6, "saturation": 1.7, "rangeReductionFactor": 0.25},
        {"blurRadiusInPixels": 0, "saturation": 1, "rangeReductionFactor": 0},
    ],
)
def ios_blur(rgba, p):
    soft = blurred(rgba, p.blurRadiusInPixels)
    light = luminance(soft)[..., None]
    color = mix(light, soft[..., :3], p.saturation)
    return with_rgb(soft, color + (0.5 - light) * p.rangeReductionFactor)


@operation(
    "TiltShift",
    tolerance=AREA,
    cases=[
        {"blurRadiusInPixels": 7, "topFocusLevel": 0.4, "bottomFocusLevel": 0.6, "focusFallOffRate": 0.2},
        {"blurRadiusInPixels": 3, "topFocusLevel": 0.1, "bottomFocusLevel": 0.3, "focusFallOffRate": 0.5},
        {"blurRadiusInPixels": 3, "topFocusLevel": 0.253, "bottomFocusLevel": 0.753, "focusFallOffRate": 0},
        {"blurRadiusInPixels": 0, "topFocusLevel": 0.4, "bottomFocusLevel": 0.6, "focusFallOffRate": 0.2},
    ],
)
def tilt_shift(rgba, p):
    _, y = positions(rgba)
    above = 1 - smoothstep(p.topFocusLevel - p.focusFallOffRate, p.topFocusLevel, y)
    below = smoothstep(p.bottomFocusLevel, p.bottomFocusLevel + p.focusFallOffRate, y)
    amount = np.minimum(above + below, 1)[..., None]
    return mix(rgba, blurred(rgba, p.blurRadiusInPixels), amount)


@operation(
    "GaussianSelectiveBlur",
    tolerance=AREA,
    cases=[
        {
            "blurRadiusInPixels": 5,
            "excludeCircleRadius": 0.1875,
            "excludeCirclePoint": [0.5, 0.5],
            "excludeBlurSize": 0.09375,
        },
        {
            "blurRadiusInPixels": 3,
            "excludeCircleRadius": 0.6,
            "excludeCirclePoint": [0.2, 0.8],
            "excludeBlurSize": 0.4,
        },
        {
            "blurRadiusInPixels": 0,
            "excludeCircleRadius": 0.3,
            "excludeCirclePoint": [0.5, 0.5],
            "excludeBlurSize": 0.1,
        },
    ],
)
def gaussian_selective_blur(rgba, p):
    distance = shorter_sides(rgba, p.excludeCirclePoint)
    inner = p.excludeCircleRadius - p.excludeBlurSize
    amount = smoothstep(inner, p.excludeCircleRadius, distance)[..., None]
    return mix(rgba, blurred(rgba, p.blurRadiusInPixels), amount)


@operation(
    "GaussianBlurPosition",
    tolerance=AREA,
    cases=[
        {"blurSize": 1, "blurCenter": [0.5, 0.5], "blurRadius": 1},
        {"blurSize": 2, "blurCenter": [0.3, 0.7], "blurRadius": 0.31},
        {"blurSize": 0, "blurCenter": [0.5, 0.5], "blurRadius": 1},
    ],
)
def gaussian_blur_position(rgba, p):
    isInside = (shorter_sides(rgba, p.blurCenter) < p.blurRadius)[..., None]
    return np.where(isInside, blurred(rgba, p.blurSize * np.sqrt(4.48)), rgba)


TAPS = {-4: 0.05, -3: 0.09, -2: 0.12, -1: 0.15, 0: 0.18, 1: 0.15, 2: 0.12, 3: 0.09, 4: 0.05}


@operation(
    "MotionBlur",
    tolerance=AREA,
    cases=[
        {"blurSize": 2.5, "blurAngle": 0},
        {"blurSize": 2.5, "blurAngle": 90},
        {"blurSize": 1.3, "blurAngle": 33},
        {"blurSize": 0, "blurAngle": 33},
    ],
)
def motion_blur(rgba, p):
    height, width = rgba.shape[:2]
    x, y = positions(rgba)
    across = p.blurSize * np.cos(np.radians(p.blurAngle)) / width
    up = p.blurSize * np.sin(np.radians(p.blurAngle)) / height
    return sum(weight * sample(rgba, x + tap * across, y - tap * up) for tap, weight in TAPS.items())


@operation(
    "ZoomBlur",
    tolerance=AREA,
    cases=[
        {"blurSize": 1, "blurCenter": [0.5, 0.5]},
        {"blurSize": 4, "blurCenter": [0.2, 0.9]},
        {"blurSize": 0, "blurCenter": [0.5, 0.5]},
    ],
)
def zoom_blur(rgba, p):
    x, y = positions(rgba)
    across = (p.blurCenter[0] - x) * p.blurSize / 100
    down = (p.blurCenter[1] - y) * p.blurSize / 100
    return sum(weight * sample(rgba, x + tap * across, y + tap * down) for tap, weight in TAPS.items())


@operation(
    "BilateralBlur",
    tolerance=AREA,
    cases=[{"distanceNormalizationFactor": factor} for factor in (8, 1, 0, 20)],
)
def bilateral_blur(rgba, p):
    result = rgba
    for axis in (1, 0):
        pad = [(0, 0)] * 3
        pad[axis] = (4, 4)
        padded = np.pad(result, pad, mode="edge")
        total, count = 0, 0
        for tap, weight in TAPS.items():
            color = padded.take(np.arange(result.shape[axis]) + 4 + tap, axis=axis)
            distance = np.linalg.norm(color - result, axis=-1, keepdims=True)
            counted = weight * (1 - np.minimum(distance * p.distanceNormalizationFactor, 1))
            total = total + counted * color
            count = count + counted
        result = total / count
    return result


# From frame to frame.


def running_mean(frames, strength):
    """Of each frame and the means before; the first frame is its own."""
    mean = frames[0]
    for frame in frames[1:]:
        mean = mix(frame, mean, strength)
    return mean


@operation("LowPassFilter", tolerance=AREA, frames=3, cases=[{"strength": s} for s in (0.5, 0, 0.9, 1)])
def low_pass(frames, p):
    return running_mean(frames, p.strength)


@operation("HighPassFilter", tolerance=AREA, frames=3, cases=[{"strength": s} for s in (0.5, 0, 0.9, 1)])
def high_pass(frames, p):
    return with_rgb(frames[-1], np.abs(frames[-1] - running_mean(frames, p.strength))[..., :3])


@operation("ImageBuffer", tolerance=Codes(0), frames=4, cases=[{"bufferSize": n} for n in (1, 0, 3, 7)])
def image_buffer(frames, p):
    return frames[max(0, len(frames) - 1 - p.bufferSize)]


# Morphology.


def extreme(name, filters, ofLuminance):
    """An operation that is a row of scipy's grey filters with a square."""

    @operation(name, tolerance=AREA, cases=[{"radius": radius} for radius in (1, 2, 3, 4)])
    def reference(rgba, p):
        result = grey(luminance(rgba)) if ofLuminance else rgba
        for filter in filters:
            side = 2 * p.radius + 1
            result = with_rgb(result, filter(result, (side, side, 1), mode="nearest")[..., :3])
        return result


LARGEST, SMALLEST = ndimage.maximum_filter, ndimage.minimum_filter
extreme("Dilation", [LARGEST], True)
extreme("Erosion", [SMALLEST], True)
extreme("OpeningFilter", [SMALLEST, LARGEST], True)
extreme("ClosingFilter", [LARGEST, SMALLEST], True)
extreme("RGBDilation", [LARGEST], False)
extreme("RGBErosion", [SMALLEST], False)
extreme("RGBOpeningFilter", [SMALLEST, LARGEST], False)
extreme("RGBClosingFilter", [LARGEST, SMALLEST], False)


# Geometry.


def lanczos(x, lobes):
    return np.where(np.abs(x) < lobes, np.sinc(x) * np.sinc(x / lobes), 0)


def lanczos_matrix(old, new, lobes):
    """What each new pixel takes of the old ones; those beyond the edges count for the last ones."""
    if old == new:
        return np.eye(old)
    scale = old / new
    reach = int(np.ceil(lobes * max(scale, 1))) + 1
    matrix = np.zeros((new, old))
    for row in range(new):
        middle = (row + 0.5) * scale - 0.5
        columns = np.arange(int(np.floor(middle)) - reach, int(np.ceil(middle)) + reach + 1)
        weights = lanczos((columns - middle) / max(scale, 1), lobes)
        np.add.at(matrix[row], np.clip(columns, 0, old - 1), weights)
    return matrix / matrix.sum(axis=1, keepdims=True)


@operation(
    "LanczosResampling",
    tolerance=AREA,
    cases=[
        {"outputSize": [0, 0], "lobes": 2},
        {"outputSize": [48, 0], "lobes": 2},
        {"outputSize": [37, 91], "lobes": 3},
        {"outputSize": [0, 5], "lobes": 2},
    ],
)
def lanczos_resampling(rgba, p):
    height, width = rgba.shape[:2]
    new_width, new_height = p.outputSize
    if not new_width and not new_height:
        new_width, new_height = width, height
    elif not new_width:
        new_width = max(1, int(np.floor(width * new_height / height + 0.5)))
    elif not new_height:
        new_height = max(1, int(np.floor(height * new_width / width + 0.5)))
    across = lanczos_matrix(width, int(new_width), p.lobes)
    down = lanczos_matrix(height, int(new_height), p.lobes)
    return np.einsum("yr,xc,rck->yxk", down, across, rgba)


@operation(
    "Crop",
    tolerance=Codes(0),
    cases=[
        {"cropSizeInPixels": [0, 0], "locationOfCropInPixels": [-1, -1]},
        {"cropSizeInPixels": [20, 11], "locationOfCropInPixels": [-1, -1]},
        {"cropSizeInPixels": [20, 11], "locationOfCropInPixels": [3, 5]},
        {"cropSizeInPixels": [20, 0], "locationOfCropInPixels": [500, 500]},
    ],
)
def crop(rgba, p):
    spans = []
    for whole, wanted, start in zip(rgba.shape[:2], p.cropSizeInPixels[::-1], p.locationOfCropInPixels[::-1]):
        count = min(wanted, whole) if wanted else whole
        start = (whole - count) // 2 if start < 0 else min(start, whole - count)
        spans.append(slice(int(start), int(start + count)))
    return rgba[spans[0], spans[1]]


def turned(degrees, scale=1, x=0.0, y=0.0):
    c, s = scale * np.cos(np.radians(degrees)), scale * np.sin(np.radians(degrees))
    return [c, -s, 0, x, s, c, 0, y, 0, 0, 1, 0, 0, 0, 0, 1]


@operation(
    "TransformOperation",
    tolerance=AREA,
    cases=[
        {"transform": turned(0), "backgroundColor": [0, 0, 0, 1], "ignoreAspectRatio": False},
        {"transform": turned(30, 0.7, 0.21, -0.13), "backgroundColor": [0.2, 0.4, 1, 0.5], "ignoreAspectRatio": False},
        {"transform": turned(-75, 1.3), "backgroundColor": [1, 0, 0, 1], "ignoreAspectRatio": True},
        {
            "transform": [1, 0.2, 0, 0.1, 0, 0.9, 0, 0, 0, 0, 1, 0, 0.3, -0.4, 0, 1.1],
            "backgroundColor": [0, 0, 0, 0],
            "ignoreAspectRatio": False,
        },
        {
            "transform": [1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
            "backgroundColor": [0, 1, 0, 1],
            "ignoreAspectRatio": False,
        },
    ],
)
def transform(rgba, p):
    height, width = rgba.shape[:2]
    background = np.broadcast_to(np.asarray(p.backgroundColor, dtype=np.float64), rgba.shape)
    plane = np.reshape(np.asarray(p.transform, dtype=np.float64), (4, 4))[np.ix_([0, 1, 3], [0, 1, 3])]
    if np.linalg.matrix_rank(plane) < 3:
        return background
    tall = 1 if p.ignoreAspectRatio else height / width
    x, y = positions(rgba)
    shown = np.stack([2 * x - 1, (1 - 2 * y) * tall, np.ones_like(x)])
    point = np.einsum("ij,jyx->iyx", np.linalg.inv(plane), shown)
    isBefore = point[2] > 0
    point = point / np.where(point[2] == 0, 1, point[2])
    u, v = (point[0] + 1) / 2, (1 - point[1] / tall) / 2
    isInside = isBefore & (u >= 0) & (u <= 1) & (v >= 0) & (v <= 1)
    return np.where(isInside[..., None], sample(rgba, u, v), background)
