#include "Compositing.glsli"
#include "NonSeparable.glsli"

vec4 saturationBlend(vec4 base, vec4 overlay, SaturationBlend p) {
    vec3 saturated = withSaturation(base.rgb, saturation(overlay.rgb));
    return composite(base, overlay, withLuminosity(saturated, luminosity(base.rgb)));
}
