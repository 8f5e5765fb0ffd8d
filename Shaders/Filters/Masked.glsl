#include "Compositing.glsli"

vec4 masked(vec4 inside, vec4 outside, vec4 mask, Masked p) {
    return crossFade(outside, inside, min(luminance(mask.rgb), 1.0) * mask.a);
}
