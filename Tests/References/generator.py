"""Pictures of nothing.

Perlin, "Improving Noise" (2002); Jarzynski and Olano, "Hash Functions for GPU Rendering" (2020).
"""

import numpy as np

from blend import faded
from framework import operation

WIDTH, HEIGHT = 640, 480
BLACK, WHITE, GREEN, RED = [0, 0, 0, 1], [1, 1, 1, 1], [0, 1, 0, 1], [1, 0, 0, 1]


def generator(name, cases, **defaults):
    """A picture of WIDTH × HEIGHT, the size that the table of operations makes them with."""

    def register(function):
        @operation(name, inputs=0, pictures=["pixel"], cases=cases, defaults=defaults)
        def reference(_, p):
            return function(WIDTH, HEIGHT, p)

        return function

    return register


def filled(color, width, height):
    return np.broadcast_to(np.array(color, dtype=np.float64), (height, width, 4))


def marked(color, covered):
    """The colour everywhere, opaque as far as something covers the place."""
    picture = filled(color, *covered.shape[::-1]).copy()
    picture[..., 3] *= covered
    return picture


def centers(width, height):
    """x and y of the pixels' centres, in pixels."""
    return np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)


@generator("SolidColorGenerator", cases=[{}, {"color": [0.2, 0.4, 0.8, 0.5]}], color=BLACK)
def solid_color_generator(width, height, p):
    return filled(p.color, width, height)


@generator(
    "CircleGenerator",
    cases=[
        {},
        {"radius": 0.4, "center": [0.1, 0.7], "circleColor": RED, "backgroundColor": [0, 0, 1, 0.25]},
        {"radius": 0},
        {"radius": 2},
    ],
    radius=0.25,
    center=[0.5, 0.5],
    circleColor=WHITE,
    backgroundColor=BLACK,
)
def circle_generator(width, height, p):
    x, y = centers(width, height)
    away = np.hypot(x - p.center[0] * width, y - p.center[1] * height)
    inside = np.clip(p.radius * height - away + 0.5, 0, 1)
    return faded(filled(p.backgroundColor, width, height), filled(p.circleColor, width, height), inside)


@generator(
    "CheckerboardGenerator",
    cases=[{}, {"squareSize": 7, "firstColor": RED, "secondColor": [0, 1, 0, 0.5]}, {"squareSize": 1}],
    squareSize=32,
    firstColor=WHITE,
    secondColor=BLACK,
)
def checkerboard_generator(width, height, p):
    rows, columns = np.indices((height, width)) // int(p.squareSize)
    is_first = ((rows + columns) % 2 == 0)[..., None]
    return np.where(is_first, filled(p.firstColor, width, height), filled(p.secondColor, width, height))


def pcg(value):
    """PCG-RXS-M-XS-32."""
    mask = 0xFFFFFFFF
    state = (np.asarray(value, dtype=np.int64) * 747796405 + 2891336453) & mask
    word = (((state >> ((state >> 28) + 4)) ^ state) * 277803737) & mask
    return (word >> 22) ^ word


# The four diagonals, then left, right, up and down, all of length √2; which one is four bits of the hash.
GRADIENTS = np.array([[1, 1], [-1, 1], [1, -1], [-1, -1]] * 4, dtype=np.float64)
for bits in range(16):
    if bits & 4:
        axis, sign = (1, -1 if bits & 2 else 1) if bits & 8 else (0, -1 if bits & 1 else 1)
        GRADIENTS[bits] = 0
        GRADIENTS[bits, axis] = sign * np.sqrt(2)


def perlin(x, y, seed):
    column, row = np.floor(x), np.floor(y)
    fx, fy = x - column, y - row
    noise = np.zeros_like(x)
    for right in (0, 1):
        for down in (0, 1):
            of_row = pcg(row.astype(np.int64) + down + pcg(seed) & 0xFFFFFFFF)
            bits = (pcg(column.astype(np.int64) + right + of_row & 0xFFFFFFFF) & 15).astype(int)
            slope = GRADIENTS[bits, 0] * (fx - right) + GRADIENTS[bits, 1] * (fy - down)
            weight = 1.0
            for t in (fx if right else 1 - fx, fy if down else 1 - fy):
                weight = weight * t**3 * (10 - 15 * t + 6 * t**2)
            noise += weight * slope
    return noise


@generator(
    "PerlinNoise",
    cases=[
        {},
        {"scale": 20, "seed": 7, "colorStart": [1, 0, 0, 1], "colorFinish": [0, 0, 1, 0]},
        {"scale": 0},
        {"scale": 1.5, "seed": 65535},
    ],
    scale=8,
    seed=0,
    colorStart=BLACK,
    colorFinish=WHITE,
)
def perlin_noise(width, height, p):
    x, y = centers(width, height)
    noise = perlin(x / height * p.scale, y / height * p.scale, int(p.seed))
    amount = np.clip(0.5 + 0.5 * noise, 0, 1)
    return faded(filled(p.colorStart, width, height), filled(p.colorFinish, width, height), amount)


@generator(
    "CrosshairGenerator",
    cases=[
        {},
        {"positions": [0.5, 0.5, 0.0, 0.0, 0.999, 0.3]},
        {"positions": [0.25, 0.75, 1.01, 0.5, 7, 7], "crosshairWidth": 31, "crosshairColor": [1, 0.5, 0, 0.5]},
    ],
    crosshairWidth=5,
    crosshairColor=GREEN,
    positions=[],
)
def crosshair_generator(width, height, p):
    rows, columns = np.indices((height, width))
    reach = int(p.crosshairWidth) // 2
    thickness = reach // 5
    shown = np.zeros((height, width), dtype=bool)
    for x, y in np.reshape(p.positions, (-1, 2)):
        dx, dy = abs(columns - np.floor(x * width)), abs(rows - np.floor(y * height))
        shown |= (np.maximum(dx, dy) <= reach) & (np.minimum(dx, dy) <= thickness)
    return marked(p.crosshairColor, shown)


@generator(
    "LineGenerator",
    cases=[
        {},
        {"lines": [0.1, 0.2, 0.8, 0.7, 0, 0.5, 0.0, 0.5, 1.0, 1, 0.3, 0.3, 0.3, 0.3, 0]},
        {"lines": [0.2, 0.4, 0.25, 0.9, 0, 0, 0.1, 1, 0.3, 1], "lineWidth": 9, "lineColor": [0, 1, 1, 0.5]},
        {"lines": [-3, 0.5, 5, 0.6, 0, 0, -40, 1, 60, 1, 2, 2, 3, 3, 0], "lineWidth": 2.5},
    ],
    lineWidth=1,
    lineColor=RED,
    lines=[],
)
def line_generator(width, height, p):
    x, y = centers(width, height)
    covered = np.zeros((height, width))
    for x1, y1, x2, y2, is_infinite in np.reshape(p.lines, (-1, 5)):
        x1, y1, x2, y2 = x1 * width, y1 * height, x2 * width, y2 * height
        length = np.hypot(x2 - x1, y2 - y1)
        ux, uy = ((x2 - x1) / length, (y2 - y1) / length) if length > 0 else (0, 0)
        passed = (x - x1) * ux + (y - y1) * uy
        if not is_infinite:
            passed = np.clip(passed, 0, length)
        away = np.hypot(x - x1 - passed * ux, y - y1 - passed * uy)
        covered = np.maximum(covered, np.clip(p.lineWidth / 2 + 0.5 - away, 0, min(p.lineWidth, 1)))
    return marked(p.lineColor, covered)
