#include "Cells.glsli"
vec4 pixellate(ivec2 at, Pixellate p) {
    return sample0(cellCenter(at, cellSide(p.fractionalWidthOfAPixel)) / vec2(size0));
}
