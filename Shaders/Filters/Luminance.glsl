vec4 luminance(vec4 color, Luminance p) {
    return vec4(vec3(luminance(color.rgb)), color.a);
}
