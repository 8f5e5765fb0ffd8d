#include "LuminanceGradient.glsli"

// Of the blurred picture: 1 where the gradient is a maximum along its direction and reaches the upper threshold,
// 0.5 where it reaches the lower one, else 0.

// What two magnitudes may differ by and still count as equal: half floats between the passes have this error, and an
// edge between two columns must not depend on it.
const float cannyThinningTie = 0.002;

vec4 cannyThinning(ivec2 at, CannyThinning p) {
    vec4 nothing = vec4(0.0, 0.0, 0.0, 1.0);
    if (any(lessThan(at, ivec2(1))) || any(greaterThan(at, size0 - 2))) return nothing;
    vec2 gradient = luminanceGradient(at);
    float magnitude = length(gradient);
    float weakest = min(p.lowerThreshold, p.upperThreshold);
    if (!(magnitude > 0.0 && magnitude >= weakest)) return nothing;
    vec2 extent = abs(gradient);
    ivec2 diagonal = ivec2(gradient.x < 0.0 ? -1 : 1, gradient.y < 0.0 ? -1 : 1);
    ivec2 straight = extent.y > extent.x ? ivec2(0, diagonal.y) : ivec2(diagonal.x, 0);
    float share = min(extent.x, extent.y) / max(extent.x, extent.y);
    float ahead = mix(length(luminanceGradient(at + straight)),
                      length(luminanceGradient(at + diagonal)), share);
    float behind = mix(length(luminanceGradient(at - straight)),
                       length(luminanceGradient(at - diagonal)), share);
    if (magnitude + cannyThinningTie < max(ahead, behind)) return nothing;
    return vec4(vec3(magnitude >= p.upperThreshold ? 1.0 : 0.5), 1.0);
}
