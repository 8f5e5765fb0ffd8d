vec4 blueFirst(vec4 color, BlueFirst p) {
    return vec4(color.bgr * color.a, 1.0);
}

vec4 redFirst(vec4 color, BlueFirst p) {
    return vec4(color.rgb * color.a, 1.0);
}
