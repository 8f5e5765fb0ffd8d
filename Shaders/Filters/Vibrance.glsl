vec4 vibrance(vec4 color, Vibrance p) {
    float average = (color.r + color.g + color.b) * (1.0 / 3.0);
    float strongest = max(max(color.r, color.g), color.b);
    float amount = (strongest - average) * -3.0 * p.vibrance;
    return vec4(mix(color.rgb, vec3(strongest), amount), color.a);
}
