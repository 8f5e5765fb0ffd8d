#include "LuminanceGradient.glsli"

// Sobel's gradient of the blurred picture, across and down, and its length.

vec4 cannyGradient(ivec2 at, CannyGradient p) {
    vec2 gradient = luminanceGradient(at);
    return vec4(gradient, length(gradient), 1.0);
}
