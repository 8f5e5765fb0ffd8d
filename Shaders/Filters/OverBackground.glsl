#include "Compositing.glsli"

vec4 overBackground(vec4 color, OverBackground p) {
    return composite(p.backgroundColor, color, color.rgb);
}
