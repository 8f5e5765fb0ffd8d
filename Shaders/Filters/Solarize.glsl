vec4 solarize(vec4 color, Solarize p) {
    return vec4(luminance(color.rgb) > p.threshold ? 1.0 - color.rgb : color.rgb, color.a);
}
