#include "Compositing.glsli"
#include "Separable.glsli"

vec4 divideBlend(vec4 base, vec4 overlay, DivideBlend p) {
    vec3 quotient = base.rgb / max(overlay.rgb, SMALLEST_DIVISOR);
    return composite(base, overlay, min(quotient, 1.0));
}
