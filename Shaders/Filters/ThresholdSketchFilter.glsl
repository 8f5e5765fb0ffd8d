#include "LuminanceGradient.glsli"
vec4 thresholdSketchFilter(ivec2 at, ThresholdSketchFilter p) {
    float strength = length(luminanceGradient(at)) * p.edgeStrength;
    return vec4(vec3(choose(isLuminanceEdge(strength, p.threshold), 0.0, 1.0)), 1.0);
}
