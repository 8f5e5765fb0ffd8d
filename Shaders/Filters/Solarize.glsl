vec4 solarize(vec4 color, Solarize p) {
    // White's luminance may be rounded to more than 1.
    return vec4(choose(luminance(color.rgb) > p.threshold + 2e-7, 1.0 - color.rgb, color.rgb), color.a);
}
