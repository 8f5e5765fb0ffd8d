vec4 rGBAdjustment(vec4 color, RGBAdjustment p) {
    return vec4(color.rgb * vec3(p.red, p.green, p.blue), color.a);
}
