vec4 contrastAdjustment(vec4 color, ContrastAdjustment p) {
    return vec4((color.rgb - 0.5) * p.contrast + 0.5, color.a);
}
