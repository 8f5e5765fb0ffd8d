"""Makes pictures, runs the references of all operations on them in double precision, and writes what is expected.

usage: framework.py FOLDER [NAME ...]

A reference is a function (rgba, p) -> rgba over float64 arrays of height × width × 4 in 0…1; with several inputs the
pictures come as a list. It is written from an operation's published definition, not from its shader. Results are
clamped and rounded to 8 bits. FOLDER gets raw RGBA files and manifest.json.
"""
import functools
import importlib
import json
import os
import sys
from types import SimpleNamespace

import numpy as np


class Codes:
    """The worst error of any sample, in codes of 255."""

    def __init__(self, limit, share=0.0):
        self.limit, self.share = limit, share

    def json(self):
        return {"codes": self.limit, "share": self.share}


class PSNR:
    """The least ratio of peak to mean error in dB over all samples."""

    def __init__(self, decibels):
        self.decibels = decibels

    def json(self):
        return {"psnr": self.decibels}


OPERATIONS = []


def operation(name, tolerance=Codes(2), cases=({},), inputs=1, pictures=None, frames=1, defaults=None,
              files=None):
    """Registers a reference.

    name: the class's name. cases: dictionaries of parameters; colours, places and matrices are lists. inputs: how
    many pictures it takes. pictures: names of pictures to use instead of all, or tuples of one for each input. files:
    bytes by name, for cases whose "file" names what the operation is to load. frames: how many frames go through
    before the last one is compared (the function then gets a list of frames). defaults: values that parameters have
    when a case does not name them.
    """

    def register(function):
        OPERATIONS.append(
            SimpleNamespace(name=name, tolerance=tolerance, cases=list(cases), inputs=inputs,
                            pictures=pictures, frames=frames, defaults=defaults or {}, files=files or {},
                            function=function))
        return function

    return register


# Pictures ---------------------------------------------------------------------------------------------------------

def _codes(array):
    return np.clip(np.rint(np.asarray(array, dtype=np.float64) * 255), 0, 255).astype(np.uint8)


def _opaque(rgb):
    return np.dstack([rgb, np.ones(rgb.shape[:2])])


def natural(width, height, seed):
    """Smooth light, soft and hard edges, texture, a little noise: what cameras see, by formula."""
    random = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width] / max(width, height)
    rgb = np.stack([0.55 + 0.35 * np.sin(5 * x + 1.3 * c + 2 * y) * np.cos(3 * y - c) for c in range(3)], axis=-1)
    for number in range(7):
        cx, cy = random.uniform(0, width / max(width, height)), random.uniform(0, height / max(width, height))
        r, color = random.uniform(0.05, 0.22), random.uniform(0, 1, 3)
        inside = 1 / (1 + np.exp(np.minimum(80, ((x - cx) ** 2 + (y - cy) ** 2 - r * r) * (60 + 900 * (number % 2)))))
        rgb = rgb * (1 - inside[..., None]) + color * inside[..., None]
    rgb += 0.06 * np.sin(70 * x + 40 * y)[..., None] * (y > 0.3)[..., None]
    return _opaque(np.clip(rgb + random.normal(0, 0.01, rgb.shape), 0, 1))


def ramp(width, height):
    y, x = np.mgrid[0:height, 0:width]
    u, v = x / max(1, width - 1), y / max(1, height - 1)
    return _opaque(np.stack([u, v, 1 - (u + v) / 2], axis=-1))


def noise(width, height, seed, has_alpha=False):
    random = np.random.default_rng(seed)
    picture = random.uniform(0, 1, (height, width, 4))
    if not has_alpha:
        picture[..., 3] = 1
    return picture


def extreme(width, height, seed):
    return np.random.default_rng(seed).choice([0, 1, 127, 128, 254, 255], (height, width, 4)) / 255


PICTURES = {
    "natural": lambda: natural(96, 64, 1),
    "other": lambda: natural(96, 64, 2),
    "ramp": lambda: ramp(64, 33),
    "noise": lambda: noise(33, 17, 3),
    "alpha": lambda: noise(33, 17, 4, True),
    "odd": lambda: natural(41, 29, 5),
    "pixel": lambda: noise(1, 1, 6),
    "line": lambda: natural(40, 1, 7),
    "black": lambda: _opaque(np.zeros((8, 8, 3))),
    "white": lambda: _opaque(np.ones((8, 8, 3))),
}
# Pictures for operations that take several, and for references that name them; all the numbers at which a blend could
# divide by nothing, with every alpha.
SPECIAL = {"extreme": lambda: extreme(33, 17, 8), "opposite": lambda: extreme(33, 17, 9)}
# The second (and third) picture of operations that take several.
PARTNERS = {"natural": "other", "noise": "alpha", "alpha": "noise", "extreme": "opposite", "pixel": "pixel"}


@functools.cache
def picture(name):
    """A picture as float64, from its 8-bit codes."""
    return _codes((PICTURES | SPECIAL)[name]()).astype(np.float64) / 255


# Helpers for references ---------------------------------------------------------------------------------------------

LUMINANCE = np.array([0.2125, 0.7154, 0.0721])


def luminance(rgba):
    return rgba[..., :3] @ LUMINANCE


def with_rgb(rgba, rgb):
    """The same alpha with other colours; one channel becomes grey."""
    rgb = np.asarray(rgb, dtype=np.float64)
    if rgb.ndim == 2:
        rgb = np.repeat(rgb[..., None], 3, axis=-1)
    return np.concatenate([rgb, rgba[..., 3:4]], axis=-1)


def mix(a, b, t):
    return a * (1 - t) + b * t


def smoothstep(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def positions(rgba):
    """x and y of the pixels' centres in 0…1."""
    height, width = rgba.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    return (x + 0.5) / width, (y + 0.5) / height


def sample(rgba, x, y):
    """Bilinear between pixel centres; x and y in 0…1; edges repeat."""
    height, width = rgba.shape[:2]
    px, py = np.asarray(x) * width - 0.5, np.asarray(y) * height - 0.5
    x0, y0 = np.floor(px).astype(int), np.floor(py).astype(int)
    fx, fy = (px - x0)[..., None], (py - y0)[..., None]

    def at(column, row):
        return rgba[np.clip(row, 0, height - 1), np.clip(column, 0, width - 1)]

    return mix(mix(at(x0, y0), at(x0 + 1, y0), fx), mix(at(x0, y0 + 1), at(x0 + 1, y0 + 1), fx), fy)


def shifted(array, dx, dy):
    """The neighbour at (dx, dy) of every pixel; edges repeat."""
    height, width = array.shape[:2]
    rows = np.clip(np.arange(height) + dy, 0, height - 1)
    columns = np.clip(np.arange(width) + dx, 0, width - 1)
    return array[rows][:, columns]


# Running --------------------------------------------------------------------------------------------------------------

def main(folder, names):
    os.makedirs(folder, exist_ok=True)
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, here)
    # References import this file by its name, whatever started it.
    sys.modules["framework"] = sys.modules["__main__"]
    for file in sorted(os.listdir(here)):
        if file.endswith(".py") and file != "framework.py":
            importlib.import_module(file[:-3])
    files = {}
    for name, make in (PICTURES | SPECIAL).items():
        codes = _codes(make())
        files[name] = {"file": name + ".rgba", "width": codes.shape[1], "height": codes.shape[0]}
        codes.tofile(os.path.join(folder, name + ".rgba"))
    cases = []
    for entry in OPERATIONS:
        if names and entry.name not in names:
            continue
        for name, content in entry.files.items():
            with open(os.path.join(folder, name), "wb") as out:
                out.write(content)
        partnered = entry.inputs > 1
        chosen = entry.pictures or (list(PARTNERS) if partnered else list(PICTURES))
        for number, values in enumerate(entry.cases):
            for name in chosen:
                used = list(name) if isinstance(name, tuple) else [name]
                name = "-".join(used)
                while len(used) < entry.inputs * entry.frames:
                    used.append(PARTNERS.get(used[-1], used[-1]))
                pictures = [picture(n).copy() for n in used]
                p = SimpleNamespace(**{**entry.defaults, **values})
                with np.errstate(all="ignore"):
                    result = entry.function(pictures[0] if len(pictures) == 1 else pictures, p)
                if not np.all(np.isfinite(result)):
                    raise SystemExit(f"{entry.name} {values} on {name}: the reference is not a number somewhere")
                codes = _codes(result)
                file = f"{entry.name}-{entry.frames}-{number}-{name}.rgba"
                codes.tofile(os.path.join(folder, file))
                cases.append({
                    "operation": entry.name, "file": values.get("file"), "parameters": {
                        k: np.ravel(v).astype(float).tolist() for k, v in values.items() if k != "file"},
                    "inputs": used[:entry.inputs] if entry.frames == 1 else used, "inputCount": entry.inputs,
                    "frames": entry.frames, "output": file, "width": codes.shape[1], "height": codes.shape[0],
                    "tolerance": entry.tolerance.json()})
    with open(os.path.join(folder, "manifest.json"), "w") as out:
        json.dump({"pictures": files, "cases": cases}, out)
    print(f"{len(cases)} cases of {len(set(c['operation'] for c in cases))} operations in {folder}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
