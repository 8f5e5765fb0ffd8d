#include "Compositing.glsli"
#include "NonSeparable.glsli"

vec4 colorBlend(vec4 base, vec4 overlay, ColorBlend p) {
    return composite(base, overlay, withLuminosity(overlay.rgb, luminosity(base.rgb)));
}
