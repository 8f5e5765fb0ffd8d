#include "NineTaps.glsli"

vec4 zoomBlur(ivec2 at, ZoomBlur p) {
    vec2 middle = place(at);
    return nineTaps(middle, (p.blurCenter - middle) * (p.blurSize / 100.0));
}
