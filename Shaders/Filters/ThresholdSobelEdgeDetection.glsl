#include "LuminanceGradient.glsli"

vec4 thresholdSobelEdgeDetection(ivec2 at, ThresholdSobelEdgeDetection p) {
    bool isEdge = isLuminanceEdge(length(luminanceGradient(at)) * p.edgeStrength, p.threshold);
    return vec4(vec3(choose(isEdge, 1.0, 0.0)), 1.0);
}
