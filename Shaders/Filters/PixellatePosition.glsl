#include "Cells.glsli"
#include "CircleUnits.glsli"
vec4 pixellatePosition(ivec2 at, PixellatePosition p) {
    if (length(offsetFrom(p.center, at)) >= p.radius) return pixel0(at);
    return sample0(cellCenter(at, cellSide(p.fractionalWidthOfAPixel)) / vec2(size0));
}
