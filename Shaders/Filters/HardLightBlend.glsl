#include "Compositing.glsli"
#include "Separable.glsli"

vec4 hardLightBlend(vec4 base, vec4 overlay, HardLightBlend p) {
    return composite(base, overlay, hardLight(base.rgb, overlay.rgb));
}
