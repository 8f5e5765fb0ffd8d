#include "Compositing.glsli"
#include "NonSeparable.glsli"

vec4 hueBlend(vec4 base, vec4 overlay, HueBlend p) {
    vec3 hue = withSaturation(overlay.rgb, saturation(base.rgb));
    return composite(base, overlay, withLuminosity(hue, luminosity(base.rgb)));
}
