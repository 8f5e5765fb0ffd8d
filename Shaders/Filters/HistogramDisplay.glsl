vec4 histogramDisplay(ivec2 at, HistogramDisplay p) {
    int column = clamp(at.x * size0.x / outputSize.x, 0, size0.x - 1);
    vec3 heights = pixel0(ivec2(column, size0.y / 2)).rgb;
    float height = 1.0 - (float(at.y) + 0.5) / float(outputSize.y);
    vec3 bars = step(vec3(height), heights);
    float any = max(max(bars.r, bars.g), bars.b);
    return mix(p.backgroundColor, vec4(bars, 1.0), any);
}
