vec4 adaptiveThreshold(vec4 color, vec4 mean, AdaptiveThreshold p) {
    return vec4(vec3(step(luminance(mean.rgb) - 0.05, luminance(color.rgb))), color.a);
}
