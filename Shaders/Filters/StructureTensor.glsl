#include "LuminanceGradient.glsli"

// Products of the slopes: across squared, down squared, across times down. Three quarters of Sobel's sums, so that a
// slope counts six times as in Prewitt's.

vec4 structureTensor(ivec2 at, StructureTensor p) {
    vec2 slope = 0.75 * luminanceGradient(at);
    return vec4(slope * slope, slope.x * slope.y, 1.0);
}
