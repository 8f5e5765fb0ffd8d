vec4 colorInversion(vec4 color, ColorInversion p) {
    return vec4(1.0 - color.rgb, color.a);
}
