// Each invocation takes a column of a flat line or a row of a steep one, and the pixels of it that the line can reach.
void lineCoverageDraw(vec2 start, vec2 end, LineCoverage p) {
    bool isSteep = abs(end.y - start.y) > abs(end.x - start.x);
    if (isSteep) {
        start = start.yx;
        end = end.yx;
    }
    ivec2 size = isSteep ? ivec2(p.size.yx) : ivec2(p.size);
    vec2 along = end - start;
    float lengthSquared = max(dot(along, along), 1e-12);
    float width = clamp(p.lineWidth, 0.0, 64.0);
    float reach = 0.5 * width + 0.5;
    int first = max(0, int(floor(min(start.x, end.x) - reach)));
    int last = min(size.x - 1, int(ceil(max(start.x, end.x) + reach)));
    for (int column = first + int(gl_LocalInvocationID.x); column <= last; column += LOCAL_WIDTH) {
        float passed = clamp((float(column) + 0.5 - start.x) / (abs(along.x) > 1e-6 ? along.x : 1e-6), 0.0, 1.0);
        float middle = start.y + passed * along.y;
        int upper = max(0, int(floor(middle - 1.5 * reach)) - 1);
        int lower = min(size.y - 1, int(ceil(middle + 1.5 * reach)));
        for (int row = upper; row <= lower; row++) {
            vec2 fromStart = vec2(column, row) + 0.5 - start;
            float nearest = clamp(dot(fromStart, along) / lengthSquared, 0.0, 1.0);
            float covered = clamp(reach - length(fromStart - nearest * along), 0.0, min(width, 1.0));
            int index = isSteep ? column * size.y + row : row * size.x + column;
            atomicMax(result[index], uint(covered * 255.0 + 0.5));
        }
    }
}

vec2 lineCoveragePlace(int index) {
    return vec2(uintBitsToFloat(values0(index)), uintBitsToFloat(values0(index + 1)));
}

// Workgroups take lines in turn; values0 holds how many there are, and of each the start and the end in pixels.
void lineCoverage(LineCoverage p) {
    int count = int(values0(0));
    for (int line = int(gl_WorkGroupID.x); line < count; line += int(gl_NumWorkGroups.x))
        lineCoverageDraw(lineCoveragePlace(line * 4 + 1), lineCoveragePlace(line * 4 + 3), p);
}
