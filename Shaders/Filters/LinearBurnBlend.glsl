#include "Compositing.glsli"

vec4 linearBurnBlend(vec4 base, vec4 overlay, LinearBurnBlend p) {
    return composite(base, overlay, max(base.rgb + overlay.rgb - 1.0, 0.0));
}
