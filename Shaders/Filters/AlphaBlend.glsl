#include "Compositing.glsli"

vec4 alphaBlend(vec4 base, vec4 overlay, AlphaBlend p) {
    overlay.a *= clamp(p.mix, 0.0, 1.0);
    return composite(base, overlay, overlay.rgb);
}
