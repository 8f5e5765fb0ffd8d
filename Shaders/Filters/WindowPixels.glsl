vec4 windowPixels(vec4 color, WindowPixels p) {
    return vec4(color.bgr * color.a, 1.0);
}
