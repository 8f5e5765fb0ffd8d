#include "CircleUnits.glsli"
vec4 bulgeDistortion(ivec2 at, BulgeDistortion p) {
    vec2 offset = offsetFrom(p.center, at);
    float depth = length(offset);
    if (depth >= p.radius) return pixel0(at);
    float factor = 1.0 - (1.0 - depth / p.radius) * p.scale;
    return sample0(placeAt(p.center, offset * factor * factor));
}
