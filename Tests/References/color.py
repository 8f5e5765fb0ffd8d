"""References of the colour operations."""
from framework import *

from scipy.interpolate import CubicSpline, RegularGridInterpolator
from scipy.ndimage import gaussian_filter, uniform_filter
from skimage.color import hsv2rgb, rgb2hsv, rgb2yiq, yiq2rgb


@operation("BrightnessAdjustment", cases=[{}, {"brightness": 0.3}, {"brightness": -0.4}], defaults={"brightness": 0})
def brightness_adjustment(rgba, p):
    return with_rgb(rgba, rgba[..., :3] + p.brightness)


@operation("ExposureAdjustment", cases=[{}, {"exposure": 0.7}, {"exposure": -1.3}, {"exposure": 200}],
           defaults={"exposure": 0})
def exposure_adjustment(rgba, p):
    return with_rgb(rgba, rgba[..., :3] * 2.0 ** p.exposure)


@operation("ContrastAdjustment", cases=[{}, {"contrast": 1.7}, {"contrast": 0.3}, {"contrast": 0}],
           defaults={"contrast": 1})
def contrast_adjustment(rgba, p):
    return with_rgb(rgba, (rgba[..., :3] - 0.5) * p.contrast + 0.5)


@operation("SaturationAdjustment", cases=[{}, {"saturation": 1.8}, {"saturation": 0.4}, {"saturation": 0}],
           defaults={"saturation": 1})
def saturation_adjustment(rgba, p):
    return with_rgb(rgba, mix(luminance(rgba)[..., None], rgba[..., :3], p.saturation))


@operation("GammaAdjustment", cases=[{}, {"gamma": 2.2}, {"gamma": 0.45}, {"gamma": 0}, {"gamma": 3}],
           defaults={"gamma": 1})
def gamma_adjustment(rgba, p):
    return with_rgb(rgba, rgba[..., :3] ** p.gamma)


@operation("LevelsAdjustment", cases=[
    {},
    {"minimum": [0.1, 0.2, 0, 1], "maximum": [0.8, 0.9, 0.7, 1], "middle": [1.4, 0.6, 1, 1]},
    {"minOutput": [0.2, 0, 0.1, 1], "maxOutput": [0.9, 1, 0.6, 1], "middle": [2, 3, 0.5, 1]},
    {"minimum": [0.5] * 4, "maximum": [0.5] * 4},
], defaults={"minimum": [0] * 4, "middle": [1] * 4, "maximum": [1] * 4, "minOutput": [0] * 4, "maxOutput": [1] * 4})
def levels_adjustment(rgba, p):
    low, gamma, high, dark, bright = (
        np.asarray(v, dtype=float)[:3] for v in (p.minimum, p.middle, p.maximum, p.minOutput, p.maxOutput))
    straight = np.where(high > low, np.clip((rgba[..., :3] - low) / np.where(high > low, high - low, 1), 0, 1),
                        rgba[..., :3] > low)
    return with_rgb(rgba, dark + (bright - dark) * straight ** (1 / gamma))


@operation("ColorMatrixFilter", cases=[
    {},
    {"colorMatrix": [0.2, 0.7, 0.1, 0, 0.5, 0.3, 0, 0.1, 0, 0.1, 1.1, -0.1, 0.2, 0, 0, 0.7]},
    {"colorMatrix": [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1], "intensity": 0.4},
], defaults={"colorMatrix": np.eye(4).ravel(), "intensity": 1})
def color_matrix_filter(rgba, p):
    return mix(rgba, rgba @ np.reshape(p.colorMatrix, (4, 4)).T, p.intensity)


@operation("RGBAdjustment", cases=[{}, {"red": 1.6, "green": 0.7, "blue": 0}, {"blue": 1.9}],
           defaults={"red": 1, "green": 1, "blue": 1})
def rgb_adjustment(rgba, p):
    return with_rgb(rgba, rgba[..., :3] * [p.red, p.green, p.blue])


def overlay(base, layer):
    return np.where(base < 0.5, 2 * base * layer, 1 - 2 * (1 - base) * (1 - layer))


@operation("WhiteBalance", cases=[{}, {"temperature": 3100}, {"temperature": 7200, "tint": -120}, {"tint": 200}],
           defaults={"temperature": 5000, "tint": 0})
def white_balance(rgba, p):
    # By the NTSC's own transform and its inverse, with Q shifted in between.
    yiq = rgb2yiq(rgba[..., :3])
    yiq[..., 2] = np.clip(yiq[..., 2] + p.tint / 100 * 0.5226 * 0.1, -0.5226, 0.5226)
    rgb = yiq2rgb(yiq)
    away = p.temperature - 5000
    warmth = (0.0004 if away < 0 else 0.00006) * away
    return with_rgb(rgba, mix(rgb, overlay(rgb, np.array([0.93, 0.54, 0])), warmth))


@operation("HighlightsAndShadows", cases=[{}, {"shadows": 0.8}, {"highlights": 0.2},
                                          {"shadows": 1, "highlights": 0}], defaults={"shadows": 0, "highlights": 1})
def highlights_and_shadows(rgba, p):
    light = luminance(rgba)
    dark = np.maximum(1 - light, 0)
    shadow = np.clip(
        light ** (1 / (p.shadows + 1)) - 0.76 * light ** (2 / (p.shadows + 1)) - light, 0, 1)
    highlight = np.clip(
        1 - (dark ** (1 / (2 - p.highlights)) - 0.8 * dark ** (2 / (2 - p.highlights))) - light, -1, 0)
    # Where all is black, nothing times any ratio stays black.
    ratio = (light + shadow + highlight) / np.where(light > 0, light, 1)
    return with_rgb(rgba, rgba[..., :3] * ratio[..., None])


@operation("HueAdjustment", cases=[{}, {"hue": 0}, {"hue": 30}, {"hue": 250}, {"hue": 360}], defaults={"hue": 90})
def hue_adjustment(rgba, p):
    yiq = rgb2yiq(rgba[..., :3])
    chroma = np.hypot(yiq[..., 1], yiq[..., 2])
    angle = np.arctan2(yiq[..., 2], yiq[..., 1]) - np.radians(p.hue)
    return with_rgb(rgba, yiq2rgb(np.stack([yiq[..., 0], chroma * np.cos(angle), chroma * np.sin(angle)], axis=-1)))


@operation("ColorInversion")
def color_inversion(rgba, p):
    return with_rgb(rgba, 1 - rgba[..., :3])


@operation("Luminance")
def luminance_only(rgba, p):
    return with_rgb(rgba, luminance(rgba))


@operation("MonochromeFilter", cases=[{}, {"intensity": 0}, {"intensity": 0.6, "color": [0.1, 0.8, 0.5, 1]}],
           defaults={"intensity": 1, "color": [0.6, 0.45, 0.3, 1]})
def monochrome_filter(rgba, p):
    return with_rgb(rgba, mix(rgba[..., :3], overlay(luminance(rgba)[..., None], np.asarray(p.color)[:3]), p.intensity))


@operation("FalseColor", cases=[{}, {"firstColor": [0, 0, 0, 1], "secondColor": [1, 1, 1, 1]},
                                {"firstColor": [0.9, 0.1, 0.4, 0], "secondColor": [0.2, 1, 0, 0]}],
           defaults={"firstColor": [0, 0, 0.5, 1], "secondColor": [1, 0, 0, 1]})
def false_color(rgba, p):
    return with_rgb(rgba, mix(np.asarray(p.firstColor)[:3], np.asarray(p.secondColor)[:3], luminance(rgba)[..., None]))


@operation("Haze", cases=[{}, {"distance": 0}, {"distance": -0.2, "slope": 0.3}, {"distance": 0.3, "slope": -0.3}],
           defaults={"distance": 0.2, "slope": 0})
def haze(rgba, p):
    density = (positions(rgba)[1] * p.slope + p.distance)[..., None]
    return with_rgb(rgba, (rgba[..., :3] - density) / (1 - density))


@operation("SepiaToneFilter", cases=[{}, {"intensity": 0}, {"intensity": 0.5}], defaults={"intensity": 1})
def sepia_tone_filter(rgba, p):
    sepia = np.array([[0.3588, 0.7044, 0.1368], [0.2990, 0.5870, 0.1140], [0.2392, 0.4696, 0.0912]])
    return with_rgb(rgba, mix(rgba[..., :3], rgba[..., :3] @ sepia.T, p.intensity))


@operation("OpacityAdjustment", cases=[{}, {"opacity": 0}, {"opacity": 0.37}], defaults={"opacity": 1})
def opacity_adjustment(rgba, p):
    return np.dstack([rgba[..., :3], rgba[..., 3] * p.opacity])


# Grey levels lie between thresholds of half codes, and no mixture of codes comes near them.
@operation("LuminanceThreshold", cases=[{}, {"threshold": 76.5 / 255}, {"threshold": 0}, {"threshold": 1}],
           defaults={"threshold": 0.5})
def luminance_threshold(rgba, p):
    return with_rgb(rgba, luminance(rgba) >= p.threshold - 1e-9)


# Longer than what one invocation goes along.
SPECIAL["large"] = lambda: natural(301, 263, 11)


# Luminances are summed with 16 bits: once in some thousand pixels one is that near to its threshold.
@operation("AdaptiveThreshold", tolerance=Codes(2, share=0.0002),
           cases=[{}, {"blurRadiusInPixels": 1}, {"blurRadiusInPixels": 11},
                  {"blurRadiusInPixels": 127}],
           defaults={"blurRadiusInPixels": 4}, pictures=[*PICTURES, "large"])
def adaptive_threshold(rgba, p):
    light = luminance(rgba)
    mean = uniform_filter(light, 2 * p.blurRadiusInPixels + 1, mode="nearest")
    return with_rgb(rgba, light >= mean - 0.05)


@operation("ChromaKeying", cases=[{}, {"thresholdSensitivity": 0.1, "smoothing": 0.3},
                                  {"colorToReplace": [0.8, 0.2, 0.3, 1], "thresholdSensitivity": 0.2}],
           defaults={"thresholdSensitivity": 0.4, "smoothing": 0.1, "colorToReplace": [0, 1, 0, 1]})
def chroma_keying(rgba, p):
    def chroma(rgb):
        light = rgb @ [0.2989, 0.5866, 0.1145]
        return np.stack([0.7132 * (rgb[..., 0] - light), 0.5647 * (rgb[..., 2] - light)], axis=-1)

    away = np.linalg.norm(chroma(rgba[..., :3]) - chroma(np.asarray(p.colorToReplace, dtype=float)[:3]), axis=-1)
    kept = smoothstep(p.thresholdSensitivity, p.thresholdSensitivity + p.smoothing, away)
    return np.dstack([rgba[..., :3], rgba[..., 3] * kept])


@operation("Vibrance", cases=[{}, {"vibrance": 1.1}, {"vibrance": -0.8}], defaults={"vibrance": 0})
def vibrance(rgba, p):
    rgb = rgba[..., :3]
    most = rgb.max(axis=-1, keepdims=True)
    return with_rgb(rgba, mix(rgb, most, (most - rgb.mean(axis=-1, keepdims=True)) * -3 * p.vibrance))


@operation("HighlightAndShadowTint", cases=[
    {}, {"shadowTintIntensity": 0.8}, {"highlightTintIntensity": 0.6},
    {"shadowTintIntensity": 0.5, "highlightTintIntensity": 0.9, "shadowTintColor": [0, 0.3, 0.7, 1],
     "highlightTintColor": [1, 0.8, 0.2, 1]},
], defaults={"shadowTintIntensity": 0, "highlightTintIntensity": 0, "shadowTintColor": [1, 0, 0, 1],
             "highlightTintColor": [0, 0, 1, 1]})
def highlight_and_shadow_tint(rgba, p):
    rgb, light = rgba[..., :3], luminance(rgba)[..., None]
    dark, bright = np.asarray(p.shadowTintColor)[:3], np.asarray(p.highlightTintColor)[:3]
    shadow = mix(rgb, np.maximum(rgb, mix(dark, rgb, light)), p.shadowTintIntensity)
    highlight = mix(rgb, np.minimum(shadow, mix(shadow, bright, light)), p.highlightTintIntensity)
    return with_rgb(rgba, mix(shadow, highlight, light))


@operation("LuminanceRangeReduction", cases=[{}, {"rangeReductionFactor": 0}, {"rangeReductionFactor": 1}],
           defaults={"rangeReductionFactor": 0.6})
def luminance_range_reduction(rgba, p):
    return with_rgb(rgba, rgba[..., :3] + (0.5 - luminance(rgba)[..., None]) * p.rangeReductionFactor)


@operation("Solarize", cases=[{}, {"threshold": 76.5 / 255}, {"threshold": 1}], defaults={"threshold": 0.5})
def solarize(rgba, p):
    bright = luminance(rgba)[..., None] > p.threshold + 1e-9
    return with_rgb(rgba, np.where(bright, 1 - rgba[..., :3], rgba[..., :3]))


@operation("Posterize", cases=[{}, {"colorLevels": 3}, {"colorLevels": 1}, {"colorLevels": 255}],
           defaults={"colorLevels": 10})
def posterize(rgba, p):
    return with_rgb(rgba, np.floor(rgba[..., :3] * p.colorLevels + 0.5) / p.colorLevels)


def haeberli_hue(degrees, weights):
    """Rotates hues and keeps luminance, as P. Haeberli's "Matrix operations for image processing" builds it.

    The grey axis is turned onto z, space is sheared until equal luminance is equal z, and all turns about z. Rows are
    vectors, as in the paper.
    """
    x = np.array([[1, 0, 0], [0, 1, 1], [0, -1, 1]]) / np.array([[1], [2 ** 0.5], [2 ** 0.5]])
    s, c = -1 / 3 ** 0.5, (2 / 3) ** 0.5
    y = np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
    upright = x @ y
    level = weights @ upright
    shear = np.eye(3)
    shear[:2, 2] = level[:2] / level[2]
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), np.sin(a), 0], [-np.sin(a), np.cos(a), 0], [0, 0, 1]])
    forth = upright @ shear
    return forth @ turn @ np.linalg.inv(forth)


@operation("HSBAdjustment", cases=[{}, {"hue": 120}, {"hue": -50, "saturation": 1.6, "brightness": 0.8},
                                   {"saturation": 0}, {"brightness": 1.5}],
           defaults={"hue": 0, "saturation": 1, "brightness": 1})
def hsb_adjustment(rgba, p):
    weights = np.array([0.3, 0.59, 0.11])
    turned = rgba[..., :3] @ haeberli_hue(p.hue, weights)
    return with_rgb(rgba, mix((turned @ weights)[..., None], turned, p.saturation) * p.brightness)


@operation("SkinTone", cases=[{}, {"skinToneAdjust": 0.3}, {"skinToneAdjust": -0.3, "skinHue": 0.5},
                              {"skinToneAdjust": 0.25, "isUpperColorOrange": 1, "skinHueThreshold": 5},
                              {"skinToneAdjust": -0.2, "isUpperColorOrange": 1, "skinHue": 0.97}],
           defaults={"skinToneAdjust": 0, "skinHue": 0.05, "skinHueThreshold": 40, "maxHueShift": 0.25,
                     "maxSaturationShift": 0.4, "isUpperColorOrange": 0})
def skin_tone(rgba, p):
    hsv = rgb2hsv(rgba[..., :3])
    away = np.abs(hsv[..., 0] - p.skinHue)
    away = np.minimum(away, 1 - away) * 2
    weight = np.exp(-away ** 2 * p.skinHueThreshold) * np.minimum(hsv[..., 1] * 10, 1)
    if p.isUpperColorOrange and p.skinToneAdjust > 0:
        hsv[..., 1] = np.clip(hsv[..., 1] + p.skinToneAdjust * weight * p.maxSaturationShift, 0, 1)
    else:
        hsv[..., 0] = (hsv[..., 0] + p.skinToneAdjust * weight * p.maxHueShift) % 1
    return with_rgb(rgba, hsv2rgb(hsv))


# Tables -----------------------------------------------------------------------------------------------------------

def curve(numbers, x):
    """The natural cubic spline through points given as input and output in turn."""
    points = sorted(zip(numbers[::2], numbers[1::2]))
    inputs, outputs = np.transpose(points)
    x = np.clip(x, inputs[0], inputs[-1])
    return np.clip(CubicSpline(inputs, outputs, bc_type="natural")(x), 0, 1)


STRAIGHT = [0, 0, 1, 1]
CURVES = ("redControlPoints", "greenControlPoints", "blueControlPoints")


def acv(*curves):
    """A Photoshop curves file: big-endian shorts; points have their output first."""
    shorts = [4, len(curves)]
    for c in curves:
        shorts += [len(c) // 2] + [n for x, y in zip(c[::2], c[1::2]) for n in (y, x)]
    return np.array(shorts, dtype=">u2").tobytes()


PHOTOSHOP = ([0, 20, 100, 60, 180, 220, 255, 250], [0, 0, 255, 230], [30, 0, 128, 150, 220, 255], [0, 60, 255, 255])


@operation("ToneCurve", files={"photo.acv": acv(*PHOTOSHOP)}, cases=[
    {},
    {"rgbCompositeControlPoints": [0, 0, 0.25, 0.1, 0.75, 0.9, 1, 1]},
    {"redControlPoints": [0.2, 0.3, 0.5, 0.4, 0.9, 0.8], "greenControlPoints": [0, 1, 1, 0],
     "blueControlPoints": [0, 0.1, 0.4, 0.9, 0.5, 0.05, 1, 1],
     "rgbCompositeControlPoints": [0, 0.05, 0.5, 0.7, 1, 0.9]},
    {"file": "photo.acv"},
])
def tone_curve(rgba, p):
    curves = [getattr(p, name, STRAIGHT) for name in ("rgbCompositeControlPoints",) + CURVES]
    if getattr(p, "file", None):
        curves = [np.array(c) / 255 for c in PHOTOSHOP]
    channels = [curve(curves[1 + c], rgba[..., c]) for c in range(3)]
    return with_rgb(rgba, curve(curves[0], np.stack(channels, axis=-1)))


def cube_of(function, size, low=0.0, high=1.0):
    """A function's values at size³ colours, as an array [red, green, blue, channel]."""
    axis = np.linspace(low, high, size)
    return function(np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), axis=-1))


def looked_up(rgba, cube, intensity, low=0.0, high=1.0):
    axis = np.linspace(low, high, cube.shape[0])
    rgb = RegularGridInterpolator((axis,) * 3, cube)(np.clip(rgba[..., :3], low, high))
    return with_rgb(rgba, mix(rgba[..., :3], np.clip(rgb, 0, 1), intensity))


def cube_file(table, *header):
    lines = list(header) + [" ".join(f"{v:.6f}" for v in entry) for entry in table.reshape(-1, 3)]
    return "\n".join(lines).encode()


def twisted(rgb):
    """Some smooth map of colours that mixes the channels and bends them."""
    return np.stack([
        np.maximum(rgb[..., 0], 0) ** 1.5, 0.6 * rgb[..., 1] + 0.4 * np.sin(2 * rgb[..., 2]) ** 2, 1 - rgb[..., 0] * rgb[..., 2]], axis=-1)


TWISTED = np.round(cube_of(twisted, 17), 6)
WIDE = np.round(cube_of(twisted, 5, -0.5, 1.5), 6)
STEEP = np.round(np.stack([np.linspace(-0.4, 1.9, 9) * g for g in (1, 2, -1)], axis=-1), 6)
BENT = np.round(np.stack([np.linspace(0, 1, 33) ** g for g in (0.5, 1.7, 3)], axis=-1), 6)
# In the files red counts fastest.
TABLES = {
    "twisted.cube": cube_file(TWISTED.transpose(2, 1, 0, 3), 'TITLE "Twisted"', "# a comment", "LUT_3D_SIZE 17"),
    "wide.cube": cube_file(WIDE.transpose(2, 1, 0, 3), "LUT_3D_SIZE 5", "DOMAIN_MIN -0.5 -0.5 -0.5",
                           "DOMAIN_MAX 1.5 1.5 1.5"),
    "bent.cube": cube_file(BENT, "LUT_1D_SIZE 33"),
    "steep.cube": cube_file(STEEP, "LUT_1D_SIZE 9"),
}


@operation("ColorTableFilter", files=TABLES, cases=[
    {}, {"file": "twisted.cube"}, {"file": "twisted.cube", "intensity": 0.4}, {"file": "twisted.cube", "intensity": 0},
    {"file": "wide.cube"}, {"file": "wide.cube", "intensity": 0.4}, {"file": "bent.cube"}, {"file": "steep.cube"},
], defaults={"intensity": 1})
def color_table_filter(rgba, p):
    file = getattr(p, "file", None)
    if file == "twisted.cube":
        return looked_up(rgba, TWISTED, p.intensity)
    if file == "wide.cube":
        return looked_up(rgba, WIDE, p.intensity, -0.5, 1.5)
    if file in ("bent.cube", "steep.cube"):
        table = BENT if file == "bent.cube" else STEEP
        nodes = np.linspace(0, 1, len(table))
        return with_rgb(rgba, np.stack([np.interp(rgba[..., c], nodes, table[:, c]) for c in range(3)], axis=-1))
    return rgba


def lookup_picture(function):
    """512×512: the tiles of blue 0…63 in reading order; across a tile red, down green."""
    tiles = cube_of(function, 64).transpose(2, 1, 0, 3)
    return _with_alpha(tiles.reshape(8, 8, 64, 64, 3).transpose(0, 2, 1, 3, 4).reshape(512, 512, 3))


def _with_alpha(rgb):
    return np.dstack([rgb, np.ones(rgb.shape[:2])])


SPECIAL["lookup"] = lambda: lookup_picture(twisted)
SPECIAL["lookup-identity"] = lambda: lookup_picture(lambda rgb: rgb)


def softening(rgb):
    """What SoftElegance's first table says of itself."""
    light = (rgb @ LUMINANCE)[..., None]
    soft = 0.85 * rgb + 0.15 * light
    return np.clip(0.03 + 0.97 * (1.3 * soft - 0.3 * soft ** 2), 0, 1)


def warming(rgb):
    """And its second one."""
    light = (rgb @ LUMINANCE)[..., None]
    steep = mix(rgb, smoothstep(0, 1, rgb), 0.35)
    return np.clip(steep + 0.05 * mix(np.array([-1, 0, 1]), np.array([1, 0.3, -1]), light), 0, 1)


@operation("SoftElegance", tolerance=PSNR(45), files=TABLES, defaults={"blurRadiusInPixels": 10, "mix": 0.14, "intensity": 1}, cases=[
    {}, {"mix": 0}, {"mix": 1, "blurRadiusInPixels": 3}, {"mix": 0.5, "intensity": 0}, {"intensity": 0.4},
    {"file": "twisted.cube", "blurRadiusInPixels": 2.5, "mix": 0.3},
])
def soft_elegance(rgba, p):
    first = TWISTED if getattr(p, "file", None) else cube_of(softening, 17)
    base = looked_up(rgba, first, p.intensity)
    veil = gaussian_filter(base, (p.blurRadiusInPixels, p.blurRadiusInPixels, 0), mode="nearest", truncate=6)
    above, below = veil[..., 3:] * p.mix, base[..., 3:]
    alpha = above + below * (1 - above)
    rgb = (above * veil[..., :3] + (1 - above) * below * base[..., :3]) / np.where(alpha > 0, alpha, 1)
    return looked_up(np.concatenate([rgb, alpha], axis=-1), cube_of(warming, 17), p.intensity)


@operation("LookupFilter", inputs=2, cases=[{}, {"intensity": 0.5}, {"intensity": 0}], defaults={"intensity": 1},
           pictures=[("natural", "lookup"), ("noise", "lookup"), ("alpha", "lookup"), ("odd", "lookup"),
                     ("pixel", "lookup"), ("ramp", "lookup-identity"), ("noise", "lookup-identity"),
                     ("natural", "other")])
def lookup_filter(pictures, p):
    rgba, look = pictures
    if look.shape[0] != 512 or look.shape[1] != 512:
        y, x = (np.mgrid[0:512, 0:512] + 0.5) / 512
        look = np.rint(sample(look, x, y) * 255) / 255
    tiles = look[..., :3].reshape(8, 64, 8, 64, 3).transpose(0, 2, 1, 3, 4).reshape(64, 64, 64, 3)
    return looked_up(rgba, tiles.transpose(2, 1, 0, 3), p.intensity)


# Looks ------------------------------------------------------------------------------------------------------------

LOOK = dict(cases=[{}, {"intensity": 0.5}, {"intensity": 0}], defaults={"intensity": 1})


@operation("BleachBypassLook", **LOOK)
def bleach_bypass_look(rgba, p):
    # Overlay is hard light with the layers exchanged: the grey picture decides.
    silver = overlay(luminance(rgba)[..., None], rgba[..., :3])
    return with_rgb(rgba, mix(rgba[..., :3], mix((silver @ LUMINANCE)[..., None], silver, 0.55), p.intensity))


@operation("TealAndOrangeLook", **LOOK)
def teal_and_orange_look(rgba, p):
    rgb = rgba[..., :3]
    steep = mix(rgb, smoothstep(0, 1, rgb), 0.35)
    light = (steep @ LUMINANCE)[..., None]
    tint = np.array([0.3, -0.06, 0])
    tint[2] = -(tint @ LUMINANCE) / LUMINANCE[2]
    return with_rgb(rgba, mix(rgb, steep + (2 * light - 1) * 4 * light * (1 - light) * tint, p.intensity))


@operation("FadedFilmLook", **LOOK)
def faded_film_look(rgba, p):
    rgb = rgba[..., :3]
    low, high = np.array([0.07, 0.06, 0.11]), np.array([0.97, 0.94, 0.86])
    faded = low + (high - low) * (rgb + np.array([0.4, 0, -0.4]) * rgb * (1 - rgb))
    return with_rgb(rgba, mix(rgb, mix((faded @ LUMINANCE)[..., None], faded, 0.85), p.intensity))
