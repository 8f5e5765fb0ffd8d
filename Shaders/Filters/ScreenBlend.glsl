#include "Compositing.glsli"

vec4 screenBlend(vec4 base, vec4 overlay, ScreenBlend p) {
    return composite(base, overlay, base.rgb + overlay.rgb - base.rgb * overlay.rgb);
}
