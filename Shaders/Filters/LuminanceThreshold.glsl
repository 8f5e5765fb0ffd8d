vec4 luminanceThreshold(vec4 color, LuminanceThreshold p) {
    // White's luminance may be rounded to less than 1.
    return vec4(vec3(step(p.threshold - 2e-7, luminance(color.rgb))), color.a);
}
