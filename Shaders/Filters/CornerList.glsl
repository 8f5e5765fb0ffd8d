// result[0]: how many pixels are white; then their places, row in the upper half, as many as there is room for.

void cornerList(CornerList p) {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, size0)) || pixel0(at).r < 0.5) return;
    uint index = atomicAdd(result[0], 1u);
    if (index < uint(CAPACITY)) result[1u + index] = uint(at.y) << 16 | uint(at.x);
}
