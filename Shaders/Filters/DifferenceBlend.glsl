#include "Compositing.glsli"

vec4 differenceBlend(vec4 base, vec4 overlay, DifferenceBlend p) {
    return composite(base, overlay, abs(base.rgb - overlay.rgb));
}
