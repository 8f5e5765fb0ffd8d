#include "LuminanceGradient.glsli"
vec4 sketchFilter(ivec2 at, SketchFilter p) {
    return vec4(vec3(1.0 - length(luminanceGradient(at)) * p.edgeStrength), 1.0);
}
