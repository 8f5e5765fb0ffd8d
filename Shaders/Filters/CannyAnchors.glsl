// Marks the regions that hold a strong pixel: result[root] becomes 1.

void cannyAnchors(CannyAnchors p) {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, size0)) || pixel0(at).r < 0.75) return;
    int pixel = at.y * size0.x + at.x;
    for (int back = int(values0(pixel)); back != 0; back = int(values0(pixel))) pixel -= back;
    result[pixel] = 1u;
}
