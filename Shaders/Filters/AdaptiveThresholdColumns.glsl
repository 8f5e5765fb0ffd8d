uint adaptiveThresholdColumnsSum(int x, int y, AdaptiveThresholdColumns p) {
    return values0(clamp(y, 0, p.height - 1) * p.width + x);
}

// The sums of rows along columns; the largest, of 255 × 255 pixels, just fits.
void adaptiveThresholdColumns(AdaptiveThresholdColumns p) {
    int x = int(gl_GlobalInvocationID.x), first = int(gl_WorkGroupID.y) * p.span;
    if (x >= p.width) return;
    uint sum = 0u;
    for (int y = first - p.radius; y < first + p.radius; y++) sum += adaptiveThresholdColumnsSum(x, y, p);
    for (int y = first; y < min(first + p.span, p.height); y++) {
        sum += adaptiveThresholdColumnsSum(x, y + p.radius, p);
        result[y * p.width + x] = sum;
        sum -= adaptiveThresholdColumnsSum(x, y - p.radius, p);
    }
}
