int adaptiveThresholdRowsCode(int x, int y) {
    return int(luminance(pixel0(ivec2(x, y)).rgb) * 65535.0 + 0.5);
}

// For each pixel the sum of luminances, of 16 bits each, over 2·radius + 1 pixels of its row; edges repeat. An
// invocation goes along a part of a row, so that a pixel costs the same whatever the radius is.
void adaptiveThresholdRows(AdaptiveThresholdRows p) {
    int y = int(gl_GlobalInvocationID.x), first = int(gl_WorkGroupID.y) * p.span;
    if (y >= size0.y) return;
    int sum = 0;
    for (int x = first - p.radius; x < first + p.radius; x++) sum += adaptiveThresholdRowsCode(x, y);
    for (int x = first; x < min(first + p.span, size0.x); x++) {
        sum += adaptiveThresholdRowsCode(x + p.radius, y);
        result[y * size0.x + x] = uint(sum);
        sum -= adaptiveThresholdRowsCode(x - p.radius, y);
    }
}
