"""References of edges, corners, lines and motion.

Canny, "A Computational Approach to Edge Detection" (1986); Harris and Stephens, "A Combined Corner and Edge Detector"
(1988); Noble, "Descriptions of Image Surfaces" (1989); Shi and Tomasi, "Good Features to Track" (1994); Rosten and
Drummond, "Machine Learning for High-Speed Corner Detection" (2006); Duda and Hart, "Use of the Hough Transformation"
(1972); Dubská, Herout and Havel, "PClines" (2011).

Marks are all or nothing, so a number that lies on a threshold may put a mark elsewhere: the tolerances name the share
of samples that may differ. `python3 analysis.py` compares edges and corners with scikit-image's and OpenCV's.
"""

import numpy as np
from scipy import ndimage
from skimage.transform import hough_line

from framework import Codes, luminance, operation, with_rgb

GREEN = [0, 1, 0, 1]
EDGE = 1e-9  # What lies between two rows lies in the lower one.


def blurred(plane, sigma):
    return ndimage.gaussian_filter(plane, sigma, mode="nearest") if sigma > 0 else plane


def gradient(plane):
    """Sobel's sums across and down."""
    return ndimage.sobel(plane, axis=1, mode="nearest"), ndimage.sobel(plane, axis=0, mode="nearest")


def opaque_grey(plane):
    rgb = np.repeat(plane.astype(float)[..., None], 3, axis=-1)
    return np.concatenate([rgb, np.ones(plane.shape + (1,))], axis=-1)


def neighbour(plane, dy, dx, outside=0):
    """The value at (y + dy, x + dx); nothing lies outside."""
    rows, columns = plane.shape
    padded = np.pad(plane, 1, constant_values=outside)
    return padded[1 + dy : 1 + dy + rows, 1 + dx : 1 + dx + columns]


def marked(rgba, where, p):
    """The picture with a colour laid over some pixels."""
    below = rgba if p.showsPicture else opaque_grey(np.zeros(where.shape))
    color = np.array(p.markColor)
    over = below[..., :3] * (1 - color[3]) + color[:3] * color[3]
    return with_rgb(below, np.where(where[..., None], over, below[..., :3]))


# Edges


def thinned(across, down, tie):
    """The gradient's length where it is a maximum along the gradient, between pixels linearly; else 0."""
    length = np.hypot(across, down)
    steep = np.abs(down) > np.abs(across)
    right, below = np.where(across < 0, -1, 1), np.where(down < 0, -1, 1)
    larger = np.maximum(np.abs(across), np.abs(down))
    share = np.minimum(np.abs(across), np.abs(down)) / np.where(larger > 0, larger, 1)
    largest = np.zeros_like(length)
    for side in (1, -1):
        for x in (-1, 1):
            for y in (-1, 1):
                straight = np.where(steep, neighbour(length, side * y, 0), neighbour(length, 0, side * x))
                between = straight * (1 - share) + neighbour(length, side * y, side * x) * share
                here = (right == x) & (below == y)
                largest = np.where(here, np.maximum(largest, between), largest)
    best = (length > 0) & (length + tie * np.maximum(1, length) >= largest)
    best[[0, -1], :] = False
    best[:, [0, -1]] = False
    return np.where(best, length, 0)


def edges(plane, sigma, upper, lower, tie=0.002):
    """Thin edges that reach the upper threshold, and what joins them and reaches the lower one."""
    thin = thinned(*gradient(blurred(plane, sigma)), tie)
    weak = (thin >= min(lower, upper)) & (thin > 0)
    regions, count = ndimage.label(weak, np.ones((3, 3)))
    is_kept = np.zeros(count + 1, bool)
    is_kept[np.unique(regions[weak & (thin >= upper)])] = True
    return is_kept[regions] & weak


@operation(
    "CannyEdgeDetection",
    tolerance=Codes(2, share=0.005),
    cases=[
        {},
        {"blurRadiusInPixels": 1, "upperThreshold": 0.8, "lowerThreshold": 0.3},
        {"blurRadiusInPixels": 3, "upperThreshold": 0.2, "lowerThreshold": 0.2},
    ],
    defaults={"blurRadiusInPixels": 2, "upperThreshold": 0.4, "lowerThreshold": 0.1},
)
def canny_edge_detection(rgba, p):
    return opaque_grey(edges(luminance(rgba), p.blurRadiusInPixels, p.upperThreshold, p.lowerThreshold))


# Corners


def tensor(plane, sigma):
    across, down = (0.75 * slope for slope in gradient(plane))
    return [blurred(product, sigma) for product in (across * across, down * down, across * down)]


def harris(plane, sigma, k):
    xx, yy, xy = tensor(plane, sigma)
    return xx * yy - xy * xy - k * (xx + yy) ** 2


def noble(plane, sigma):
    xx, yy, xy = tensor(plane, sigma)
    trace = xx + yy
    return np.where(trace > 1e-6, (xx * yy - xy * xy) / np.where(trace > 1e-6, trace, 1), 0)


def smaller_eigenvalue(plane, sigma):
    xx, yy, xy = tensor(plane, sigma)
    matrices = np.stack([np.stack([xx, xy], -1), np.stack([xy, yy], -1)], -1)
    return np.linalg.eigvalsh(matrices)[..., 0]


CIRCLE = [(0, -3), (1, -3), (2, -2), (3, -1), (3, 0), (3, 1), (2, 2), (1, 3),
          (0, 3), (-1, 3), (-2, 2), (-3, 1), (-3, 0), (-3, -1), (-2, -2), (-1, -3)]


def fast(plane):
    """The largest difference for which nine in a row of the circle are brighter, or darker, than the middle.

    And the mean difference of all sixteen.
    """
    rows, columns = plane.shape
    score, contrast = np.zeros_like(plane), np.zeros_like(plane)
    if rows > 6 and columns > 6:
        middle = np.s_[3:rows - 3, 3:columns - 3]
        around = np.stack(
            [plane[3 + dy:rows - 3 + dy, 3 + dx:columns - 3 + dx] - plane[middle] for dx, dy in CIRCLE], axis=-1)
        arcs = np.stack([np.roll(around, -start, axis=-1)[..., :9] for start in range(16)])
        brighter, darker = arcs.min(axis=-1).max(axis=0), -arcs.max(axis=-1).min(axis=0)
        score[middle] = np.maximum(0, np.maximum(brighter, darker))
        contrast[middle] = np.abs(around).mean(axis=-1)
    return score, contrast


def corners(response, threshold, contrast=None):
    """Above the threshold and all neighbours; of equal ones that of most contrast, then the first in reading order."""
    contrast = np.zeros_like(response) if contrast is None else contrast
    chosen = response > threshold
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if (dy, dx) == (0, 0):
                continue
            other = neighbour(response, dy, dx, outside=-np.inf)
            second = neighbour(contrast, dy, dx)
            is_less = second < contrast if (dy, dx) < (0, 0) else second <= contrast
            chosen &= (other < response) | (other == response) & is_less
    return chosen


def with_corners(rgba, response, p, contrast=None):
    arm = int(p.markWidth) // 2
    cross = np.zeros((2 * arm + 1, 2 * arm + 1), bool)
    cross[arm, :] = cross[:, arm] = True
    return marked(rgba, ndimage.binary_dilation(corners(response, p.threshold, contrast), cross), p)


MARKS = {"markWidth": 11, "markColor": GREEN, "showsPicture": True}
TENSOR = {"threshold": 0.2, "blurRadiusInPixels": 2, "sensitivity": 5, **MARKS}
CORNER_CASES = [
    {},
    {"blurRadiusInPixels": 1, "threshold": 0.4, "markWidth": 1, "showsPicture": False},
    {"sensitivity": 8, "markWidth": 6, "markColor": [1, 0, 0.5, 0.5]},
]
CORNERS = Codes(2, share=0.03)


@operation(
    "HarrisCornerDetector",
    tolerance=CORNERS,
    cases=[*CORNER_CASES, {"harrisConstant": 0.1}],
    defaults={**TENSOR, "harrisConstant": 0.04},
)
def harris_corner_detector(rgba, p):
    plane = luminance(rgba)
    return with_corners(rgba, p.sensitivity * harris(plane, p.blurRadiusInPixels, p.harrisConstant), p)


@operation("NobleCornerDetector", tolerance=CORNERS, cases=CORNER_CASES, defaults=TENSOR)
def noble_corner_detector(rgba, p):
    return with_corners(rgba, p.sensitivity * noble(luminance(rgba), p.blurRadiusInPixels), p)


@operation(
    "ShiTomasiFeatureDetector", tolerance=CORNERS, cases=CORNER_CASES, defaults={**TENSOR, "sensitivity": 1.5}
)
def shi_tomasi_feature_detector(rgba, p):
    return with_corners(rgba, p.sensitivity * smaller_eigenvalue(luminance(rgba), p.blurRadiusInPixels), p)


@operation(
    "FASTCornerDetection",
    tolerance=CORNERS,
    cases=[{}, {"threshold": 0.05, "markWidth": 1, "showsPicture": False}, {"threshold": 0.2, "markWidth": 5}],
    defaults={"threshold": 0.1, **MARKS},
)
def fast_corner_detection(rgba, p):
    score, contrast = fast(luminance(rgba))
    return with_corners(rgba, score, p, contrast)


# Lines

ANGLES = np.arange(-90, 90)
REACH = 9


def peaks(votes, least):
    """(angle's index, distance's index) of what nothing beats within nine degrees and pixels; angles go round."""
    found = []
    angles, bins = votes.shape
    turned = np.concatenate([votes[-REACH:, ::-1], votes, votes[:REACH, ::-1]])
    wide = np.pad(turned, ((0, 0), (REACH, REACH)))
    for angle, distance in np.argwhere(votes >= max(2, least)):
        window = wide[angle : angle + 2 * REACH + 1, distance : distance + 2 * REACH + 1].ravel()
        middle = window.size // 2
        here = window[middle]
        if np.all(window[:middle] < here) and np.all(window[middle:] <= here):
            found.append((angle, distance))
    return found


@operation(
    "HoughTransformLineDetector",
    tolerance=Codes(2, share=0.01),
    cases=[{}, {"lineWidth": 3, "lineDetectionThreshold": 0.4, "markColor": [1, 0, 0, 0.5], "showsPicture": False}],
    pictures=["natural", "other", "ramp", "odd", "pixel", "line", "black", "white"],
    defaults={
        "blurRadiusInPixels": 2, "edgeThreshold": 0.9, "lineDetectionThreshold": 0.2, "lineWidth": 2,
        "markColor": GREEN, "showsPicture": True,
    },
)
def hough_transform_line_detector(rgba, p):
    found = edges(luminance(rgba), p.blurRadiusInPixels, p.edgeThreshold, p.edgeThreshold)
    votes, angles, distances = hough_line(found, np.deg2rad(ANGLES))
    rows, columns = found.shape
    y, x = np.mgrid[0:rows, 0:columns]
    where = np.zeros(found.shape, bool)
    for angle, distance in peaks(votes.T.astype(int), p.lineDetectionThreshold * min(rows, columns)):
        away = x * np.cos(angles[angle]) + y * np.sin(angles[angle]) - distances[distance]
        where |= np.abs(away) <= max(p.lineWidth, 1) / 2
    return marked(rgba, where, p)


@operation(
    "ParallelCoordinateLineTransform",
    tolerance=Codes(2, share=0.005),
    cases=[{}, {"intensity": 3}],
    defaults={"intensity": 1},
)
def parallel_coordinate_line_transform(rgba, p):
    dark = luminance(rgba) < 0.5
    beside = ndimage.binary_dilation(dark, ndimage.generate_binary_structure(2, 1))
    rows, columns = dark.shape
    half = max(rows, columns) / 2
    u = (np.arange(columns) + 0.5) / columns * 2 - 1
    votes = np.zeros(dark.shape)
    for y, x in np.argwhere(~dark & beside):
        v = (1 - abs(u)) * (x + 0.5 - columns / 2) / half + u * (y + 0.5 - rows / 2) / half
        row = np.clip(np.floor((v + 1) / 2 * rows + EDGE), 0, rows - 1).astype(int)
        votes[row, np.arange(columns)] += 1
    return opaque_grey(np.minimum(1, p.intensity * votes / min(rows, columns)))


# Motion


@operation(
    "MotionDetector",
    tolerance=Codes(2, share=0.002),
    cases=[
        {},
        {"lowPassStrength": 0.5, "threshold": 0.1, "markColor": [0, 0, 1, 1], "showsPicture": False},
        {"threshold": 0.4},
    ],
    frames=3,
    pictures=["natural", "noise", "alpha", "pixel"],
    defaults={"lowPassStrength": 1, "threshold": 0.2, "markColor": [0, 1, 0, 0.5], "showsPicture": True},
)
def motion_detector(frames, p):
    mean = frames[0]
    for frame in frames[1:]:
        mean = frame * (1 - p.lowPassStrength) + mean * p.lowPassStrength
    moved = np.linalg.norm((frames[-1] - mean)[..., :3], axis=-1) > p.threshold
    return marked(frames[-1], moved, p)


def check_against_libraries():
    """The references themselves, beside scikit-image's and OpenCV's."""
    import cv2
    from skimage import feature

    from framework import picture

    for name in ("natural", "noise", "ramp", "odd"):
        plane = luminance(picture(name))
        theirs = feature.canny(plane, 1.5, 0.1, 0.4, mode="nearest")
        assert np.array_equal(edges(plane, 1.5, 0.4, 0.1, tie=0), theirs), name
        wide = np.pad(plane, 12, mode="edge")
        inner = (slice(12, -12), slice(12, -12))
        theirs = feature.corner_harris(wide, k=0.05, sigma=2) * 0.75**4
        assert np.allclose(harris(wide, 2, 0.05)[inner], theirs[inner], atol=1e-6), name
        theirs = feature.corner_harris(wide, method="eps", eps=0, sigma=2) / 2 * 0.75**2
        assert np.allclose(noble(wide, 2)[inner], theirs[inner], atol=1e-5, equal_nan=True), name
        theirs = feature.corner_shi_tomasi(wide, sigma=2) * 0.75**2
        assert np.allclose(smaller_eigenvalue(wide, 2)[inner], theirs[inner], atol=1e-6), name
        codes = np.rint(plane * 255).astype(np.uint8)
        points = cv2.FastFeatureDetector_create(25, False, cv2.FAST_FEATURE_DETECTOR_TYPE_9_16).detect(codes)
        ours = {(x, y) for y, x in np.argwhere(fast(codes.astype(float))[0] > 25)}
        assert ours == {(int(point.pt[0]), int(point.pt[1])) for point in points}, name
    print("edges and corners are those of scikit-image and OpenCV")


if __name__ == "__main__":
    check_against_libraries()
