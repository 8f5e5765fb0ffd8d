"""Two pictures become one.

W3C Compositing and Blending Level 1 (sections 5, 9.1 and 10), PDF 32000-1:2008 (11.3), CSS Masking Level 1, and
Pérez, Gangnet and Blake, "Poisson Image Editing" (2003).
"""

import numpy as np

from framework import PSNR, luminance, operation, shifted, smoothstep


def composited(base, overlay, blended):
    """Section 5: the blend counts as far as the base is opaque; then "source over", taken out of premultiplied."""
    backdrop, source = base[..., 3:], overlay[..., 3:]
    mixed = (1 - backdrop) * overlay[..., :3] + backdrop * blended
    alpha = source + backdrop * (1 - source)
    premultiplied = source * mixed + (1 - source) * backdrop * base[..., :3]
    color = np.divide(premultiplied, alpha, out=base[..., :3].copy(), where=alpha > 0)
    return np.concatenate([color, alpha], axis=-1)


def faded(base, overlay, amount):
    """From base (0) to overlay (1), premultiplied."""
    amount = np.broadcast_to(np.asarray(amount, dtype=np.float64), base.shape[:2])[..., None]
    alpha = (1 - amount) * base[..., 3:] + amount * overlay[..., 3:]
    premultiplied = (1 - amount) * base[..., 3:] * base[..., :3] + amount * overlay[..., 3:] * overlay[..., :3]
    straight = (1 - amount) * base[..., :3] + amount * overlay[..., :3]
    color = np.divide(premultiplied, alpha, out=straight, where=alpha > 0)
    return np.concatenate([color, alpha], axis=-1)


def blend(name):
    """An operation whose blended colour is a function of the two colours."""

    def register(function):
        @operation(name, inputs=2)
        def reference(pictures, p):
            base, overlay = pictures
            return composited(base, overlay, function(base[..., :3], overlay[..., :3]))

        return function

    return register


def quotient(dividend, divisor):
    """At most 1; nothing divided by nothing is nothing."""
    result = np.where(dividend > 0, 1.0, 0.0)
    np.divide(dividend, divisor, out=result, where=divisor > 0)
    return np.minimum(result, 1)


# The separable blends, section 10.1, and those of other programs.

blend("NormalBlend")(lambda base, overlay: overlay)
blend("SourceOverBlend")(lambda base, overlay: overlay)
blend("AddBlend")(lambda base, overlay: np.minimum(base + overlay, 1))
blend("SubtractBlend")(lambda base, overlay: np.maximum(base - overlay, 0))
blend("MultiplyBlend")(lambda base, overlay: base * overlay)
blend("ScreenBlend")(lambda base, overlay: 1 - (1 - base) * (1 - overlay))
blend("DarkenBlend")(np.minimum)
blend("LightenBlend")(np.maximum)
blend("DifferenceBlend")(lambda base, overlay: np.abs(base - overlay))
blend("ExclusionBlend")(lambda base, overlay: base + overlay - 2 * base * overlay)
blend("LinearBurnBlend")(lambda base, overlay: np.maximum(base + overlay - 1, 0))
blend("DivideBlend")(quotient)
blend("ColorDodgeBlend")(lambda base, overlay: quotient(base, 1 - overlay))
blend("ColorBurnBlend")(lambda base, overlay: 1 - quotient(1 - base, overlay))


@blend("HardLightBlend")
def hard_light(base, overlay):
    return np.where(overlay <= 0.5, 2 * base * overlay, 1 - 2 * (1 - base) * (1 - overlay))


@blend("OverlayBlend")
def overlay_blend(base, overlay):
    return hard_light(overlay, base)


@blend("SoftLightBlend")
def soft_light(base, overlay):
    """Pegtop's."""
    return (1 - 2 * overlay) * base**2 + 2 * overlay * base


# The others, section 10.2.


def luminosity(color):
    return (color @ np.array([0.3, 0.59, 0.11]))[..., None]


def saturation(color):
    return color.max(axis=-1, keepdims=True) - color.min(axis=-1, keepdims=True)


def clipped(color):
    grey = luminosity(color)
    low, high = color.min(axis=-1, keepdims=True), color.max(axis=-1, keepdims=True)
    toward_grey = np.divide(grey, grey - low, out=np.ones_like(grey), where=low < 0)
    color = grey + (color - grey) * toward_grey
    toward_grey = np.divide(1 - grey, high - grey, out=np.ones_like(grey), where=high > 1)
    return grey + (color - grey) * toward_grey


def with_luminosity(color, wanted):
    return clipped(color + wanted - luminosity(color))


def with_saturation(color, wanted):
    """The specification's way: sort the channels, stretch the middle one, drop the lowest."""
    order = np.argsort(color, axis=-1, kind="stable")
    low, middle, high = (np.take_along_axis(color, order[..., i : i + 1], -1) for i in range(3))
    has_hue = high > low
    stretched = np.zeros_like(middle)
    np.divide((middle - low) * wanted, high - low, out=stretched, where=has_hue)
    sorted_result = np.concatenate([np.zeros_like(low), stretched, np.where(has_hue, wanted, 0)], axis=-1)
    result = np.empty_like(color)
    np.put_along_axis(result, order, sorted_result, -1)
    return result


@blend("HueBlend")
def hue(base, overlay):
    return with_luminosity(with_saturation(overlay, saturation(base)), luminosity(base))


@blend("SaturationBlend")
def saturation_blend(base, overlay):
    return with_luminosity(with_saturation(base, saturation(overlay)), luminosity(base))


blend("ColorBlend")(lambda base, overlay: with_luminosity(overlay, luminosity(base)))
blend("LuminosityBlend")(lambda base, overlay: with_luminosity(base, luminosity(overlay)))


# With parameters.


FADES = {"inputs": 2, "cases": [{}, {"mix": 0.25}, {"mix": 1}, {"mix": 0}], "defaults": {"mix": 0.5}}


@operation("AlphaBlend", **FADES)
def alpha_blend(pictures, p):
    base, overlay = pictures
    thinned = np.concatenate([overlay[..., :3], overlay[..., 3:] * p.mix], axis=-1)
    return composited(base, thinned, overlay[..., :3])


@operation("DissolveBlend", **FADES)
def dissolve_blend(pictures, p):
    return faded(*pictures, p.mix)


@operation(
    "ChromaKeyBlend",
    inputs=2,
    defaults={"thresholdSensitivity": 0.4, "smoothing": 0.1, "colorToReplace": [0, 1, 0, 1]},
    cases=[
        {},
        {"thresholdSensitivity": 0.05, "smoothing": 0.3, "colorToReplace": [0.6, 0.4, 0.3, 1]},
        {"thresholdSensitivity": 0, "smoothing": 1, "colorToReplace": [0.1, 0.2, 0.9, 1]},
    ],
)
def chroma_key_blend(pictures, p):
    base, overlay = pictures

    def chroma(color):
        luma = color @ np.array([0.299, 0.587, 0.114])
        return np.stack([(color[..., 2] - luma) / 1.772, (color[..., 0] - luma) / 1.402], axis=-1)

    away = np.linalg.norm(chroma(base[..., :3]) - chroma(np.array(p.colorToReplace[:3])), axis=-1)
    kept = smoothstep(p.thresholdSensitivity, p.thresholdSensitivity + p.smoothing, away)
    return faded(base, overlay, 1 - kept)


@operation("Mask", inputs=2)
def mask(pictures, p):
    base, overlay = pictures
    alpha = base[..., 3] * luminance(overlay) * overlay[..., 3]
    return np.concatenate([base[..., :3], alpha[..., None]], axis=-1)


# Seamless cloning.


def neighbours(picture):
    return [shifted(picture, dx, dy) for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))]


@operation(
    "PoissonBlend",
    tolerance=PSNR(45),
    inputs=2,
    cases=[{}, {"mix": 1, "iterations": 3}, {"mix": 0.8, "iterations": 40}, {"mix": 0}, {"iterations": 0}],
    defaults={"mix": 0.5, "iterations": 10},
)
def poisson_blend(pictures, p):
    base, overlay = pictures
    color = base[..., :3]
    rise = sum(n[..., 3:] * (overlay[..., :3] - n[..., :3]) for n in neighbours(overlay)) / 4
    step = p.mix * overlay[..., 3:]
    for _ in range(int(p.iterations)):
        color = (1 - step) * color + step * (sum(neighbours(color)) / 4 + rise)
    return np.concatenate([color, base[..., 3:]], axis=-1)
