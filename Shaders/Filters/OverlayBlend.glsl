#include "Compositing.glsli"
#include "Separable.glsli"

vec4 overlayBlend(vec4 base, vec4 overlay, OverlayBlend p) {
    return composite(base, overlay, hardLight(overlay.rgb, base.rgb));
}
