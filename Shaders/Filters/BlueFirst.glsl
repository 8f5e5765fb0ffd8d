vec4 blueFirst(vec4 color, BlueFirst p) {
    return vec4(color.bgr * color.a, 1.0);
}
