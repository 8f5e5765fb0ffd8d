#include "Compositing.glsli"

vec4 darkenBlend(vec4 base, vec4 overlay, DarkenBlend p) {
    return composite(base, overlay, min(base.rgb, overlay.rgb));
}
