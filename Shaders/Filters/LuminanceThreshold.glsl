vec4 luminanceThreshold(vec4 color, LuminanceThreshold p) {
    return vec4(vec3(step(p.threshold, luminance(color.rgb))), color.a);
}
