#include "Cells.glsli"
#include "LuminanceSample.glsli"
vec4 halftone(ivec2 at, Halftone p) {
    float side = cellSide(p.fractionalWidthOfAPixel);
    float darkness = 1.0 - luminanceSample(cellCenter(at, side) / vec2(size0));
    return vec4(vec3(cellDistance(at, side) < 0.5 * darkness - 1e-5 ? 0.0 : 1.0), 1.0);
}
