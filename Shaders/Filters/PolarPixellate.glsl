#include "CircleUnits.glsli"
float polarPixellateMiddle(float value, float size) {
    return size > 0.0 ? (floor(value / size) + 0.5) * size : value;
}

vec4 polarPixellate(ivec2 at, PolarPixellate p) {
    // Twice, because the unit is half a side.
    vec2 offset = 2.0 * offsetFrom(p.center, at);
    if (offset == vec2(0.0)) offset.x = 1e-6;
    float radius = polarPixellateMiddle(length(offset), p.pixelSize.x);
    float angle = polarPixellateMiddle(atan(offset.y, offset.x), p.pixelSize.y);
    return sample0(placeAt(p.center, 0.5 * radius * vec2(cos(angle), sin(angle))));
}
