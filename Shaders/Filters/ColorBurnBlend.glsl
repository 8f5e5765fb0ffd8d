#include "Compositing.glsli"
#include "Separable.glsli"

vec4 colorBurnBlend(vec4 base, vec4 overlay, ColorBurnBlend p) {
    vec3 darkening = (1.0 - base.rgb) / max(overlay.rgb, SMALLEST_DIVISOR);
    return composite(base, overlay, 1.0 - min(darkening, 1.0));
}
