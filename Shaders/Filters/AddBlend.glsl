#include "Compositing.glsli"

vec4 addBlend(vec4 base, vec4 overlay, AddBlend p) {
    return composite(base, overlay, min(base.rgb + overlay.rgb, 1.0));
}
