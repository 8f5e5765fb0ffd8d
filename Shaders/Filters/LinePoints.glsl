// Bright pixels beside a dark one. result[0]: how many; then their places, row in the upper half.

bool linePointsIsDark(ivec2 at) { return luminance0(at) < 0.5; }

void linePoints(LinePoints p) {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, size0)) || linePointsIsDark(at)) return;
    bool isBoundary = linePointsIsDark(at + ivec2(1, 0)) || linePointsIsDark(at - ivec2(1, 0))
        || linePointsIsDark(at + ivec2(0, 1)) || linePointsIsDark(at - ivec2(0, 1));
    if (!isBoundary) return;
    uint index = atomicAdd(result[0], 1u);
    result[1u + index] = uint(at.y) << 16 | uint(at.x);
}
