#include "LuminanceGradient.glsli"

vec4 sobelEdgeDetection(ivec2 at, SobelEdgeDetection p) {
    return vec4(vec3(length(luminanceGradient(at)) * p.edgeStrength), 1.0);
}
