#include "Compositing.glsli"

vec4 subtractBlend(vec4 base, vec4 overlay, SubtractBlend p) {
    return composite(base, overlay, max(base.rgb - overlay.rgb, 0.0));
}
