#include "LuminanceGradient.glsli"
vec4 toonFilter(ivec2 at, ToonFilter p) {
    vec4 color = pixel0(at);
    if (isLuminanceEdge(length(luminanceGradient(at)), p.threshold)) return vec4(0.0, 0.0, 0.0, color.a);
    float levels = max(p.quantizationLevels, 1.0);
    return vec4(floor(color.rgb * levels + 0.5) / levels, color.a);
}
