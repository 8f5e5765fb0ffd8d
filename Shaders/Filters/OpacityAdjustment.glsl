vec4 opacityAdjustment(vec4 color, OpacityAdjustment p) {
    return vec4(color.rgb, color.a * p.opacity);
}
