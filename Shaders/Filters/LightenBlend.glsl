#include "Compositing.glsli"

vec4 lightenBlend(vec4 base, vec4 overlay, LightenBlend p) {
    return composite(base, overlay, max(base.rgb, overlay.rgb));
}
