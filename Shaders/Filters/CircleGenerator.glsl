#include "Compositing.glsli"

vec4 circleGenerator(ivec2 at, CircleGenerator p) {
    vec2 fromCenter = (place(at) - p.center) * vec2(outputSize);
    float inside = p.radius * float(outputSize.y) - length(fromCenter);
    return crossFade(p.backgroundColor, p.circleColor, clamp(inside + 0.5, 0.0, 1.0));
}
