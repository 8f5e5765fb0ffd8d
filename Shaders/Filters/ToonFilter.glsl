#include "LuminanceGradient.glsli"
vec4 toonFilter(ivec2 at, ToonFilter p) {
    vec4 color = pixel0(at);
    float levels = max(p.quantizationLevels, 1.0);
    vec3 few = floor(color.rgb * levels + 0.5) / levels;
    return vec4(choose(isLuminanceEdge(length(luminanceGradient(at)), p.threshold), vec3(0.0), few), color.a);
}
