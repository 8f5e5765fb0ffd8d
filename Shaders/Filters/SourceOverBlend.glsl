#include "Compositing.glsli"

vec4 sourceOverBlend(vec4 base, vec4 overlay, SourceOverBlend p) {
    return composite(base, overlay, overlay.rgb);
}
