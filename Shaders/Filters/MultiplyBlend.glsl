#include "Compositing.glsli"

vec4 multiplyBlend(vec4 base, vec4 overlay, MultiplyBlend p) {
    return composite(base, overlay, base.rgb * overlay.rgb);
}
