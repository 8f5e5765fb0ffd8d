vec4 passthrough(vec4 color, Passthrough p) {
    return color;
}
