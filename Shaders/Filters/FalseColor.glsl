vec4 falseColor(vec4 color, FalseColor p) {
    return vec4(mix(p.firstColor.rgb, p.secondColor.rgb, luminance(color.rgb)), color.a);
}
