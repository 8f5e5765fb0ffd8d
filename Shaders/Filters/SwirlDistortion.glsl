#include "CircleUnits.glsli"
vec4 swirlDistortion(ivec2 at, SwirlDistortion p) {
    vec2 offset = offsetFrom(p.center, at);
    float depth = length(offset);
    if (depth >= p.radius) return pixel0(at);
    depth = 1.0 - depth / p.radius;
    float angle = depth * depth * p.angle * 8.0;
    float c = cos(angle);
    float s = sin(angle);
    return sample0(placeAt(p.center, vec2(c * offset.x - s * offset.y, s * offset.x + c * offset.y)));
}
