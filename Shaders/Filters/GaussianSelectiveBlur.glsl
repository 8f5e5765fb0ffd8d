#include "CircleUnits.glsli"

vec4 gaussianSelectiveBlur(vec4 sharp, vec4 blurred, ivec2 at, GaussianSelectiveBlur p) {
    float inner = p.excludeCircleRadius - p.excludeBlurSize;
    float t = (length(offsetFrom(p.excludeCirclePoint, at)) - inner) / max(p.excludeBlurSize, 1e-6);
    t = clamp(t, 0.0, 1.0);
    return mix(sharp, blurred, t * t * (3.0 - 2.0 * t));
}
