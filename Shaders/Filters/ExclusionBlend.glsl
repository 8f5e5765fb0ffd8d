#include "Compositing.glsli"

vec4 exclusionBlend(vec4 base, vec4 overlay, ExclusionBlend p) {
    return composite(base, overlay, base.rgb + overlay.rgb - 2.0 * base.rgb * overlay.rgb);
}
