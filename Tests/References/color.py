"""References of the colour operations."""
from framework import *


@operation("BrightnessAdjustment", cases=[{}, {"brightness": 0.3}, {"brightness": -0.4}], defaults={"brightness": 0})
def brightness_adjustment(rgba, p):
    return with_rgb(rgba, rgba[..., :3] + p.brightness)
