// White where the pixel's region holds a strong pixel. values0: the regions; values1: their marks.

vec4 cannyEdgeDetection(ivec2 at, CannyEdgeDetection p) {
    if (pixel0(at).r < 0.25) return vec4(0.0, 0.0, 0.0, 1.0);
    int pixel = at.y * size0.x + at.x;
    for (int back = int(values0(pixel)); back != 0; back = int(values0(pixel))) pixel -= back;
    return vec4(vec3(values1(pixel) != 0u ? 1.0 : 0.0), 1.0);
}
