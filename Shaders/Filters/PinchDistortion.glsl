#include "CircleUnits.glsli"
vec4 pinchDistortion(ivec2 at, PinchDistortion p) {
    vec2 offset = offsetFrom(p.center, at);
    float depth = length(offset);
    if (depth >= p.radius) return pixel0(at);
    return sample0(placeAt(p.center, offset * (1.0 + (1.0 - depth / p.radius) * p.scale)));
}
