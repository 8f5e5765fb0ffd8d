#include "Compositing.glsli"

vec4 softLightBlend(vec4 base, vec4 overlay, SoftLightBlend p) {
    vec3 multiplied = base.rgb * overlay.rgb;
    vec3 screened = base.rgb + overlay.rgb - multiplied;
    return composite(base, overlay, mix(multiplied, screened, base.rgb));
}
