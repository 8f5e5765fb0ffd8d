#include "Compositing.glsli"
#include "Separable.glsli"

vec4 colorDodgeBlend(vec4 base, vec4 overlay, ColorDodgeBlend p) {
    vec3 lightened = base.rgb / max(1.0 - overlay.rgb, SMALLEST_DIVISOR);
    return composite(base, overlay, min(lightened, 1.0));
}
