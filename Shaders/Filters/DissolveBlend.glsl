#include "Compositing.glsli"

vec4 dissolveBlend(vec4 base, vec4 overlay, DissolveBlend p) {
    return crossFade(base, overlay, clamp(p.mix, 0.0, 1.0));
}
