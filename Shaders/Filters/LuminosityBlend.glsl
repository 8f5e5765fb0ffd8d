#include "Compositing.glsli"
#include "NonSeparable.glsli"

vec4 luminosityBlend(vec4 base, vec4 overlay, LuminosityBlend p) {
    return composite(base, overlay, withLuminosity(base.rgb, luminosity(overlay.rgb)));
}
