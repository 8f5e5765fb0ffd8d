vec4 adaptiveThreshold(vec4 color, ivec2 at, AdaptiveThreshold p) {
    float mean = float(values0(at.y * outputSize.x + at.x)) * p.share;
    return vec4(vec3(step(mean - 0.05, luminance(color.rgb))), color.a);
}
