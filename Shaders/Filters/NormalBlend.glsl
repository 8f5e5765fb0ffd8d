#include "Compositing.glsli"

vec4 normalBlend(vec4 base, vec4 overlay, NormalBlend p) {
    return composite(base, overlay, overlay.rgb);
}
