#include "Cells.glsli"
vec4 polkaDot(ivec2 at, PolkaDot p) {
    float side = cellSide(p.fractionalWidthOfAPixel);
    vec4 color = sample0(cellCenter(at, side) / vec2(size0));
    return cellDistance(at, side) < 0.5 * p.dotScaling ? color : vec4(0.0, 0.0, 0.0, color.a);
}
