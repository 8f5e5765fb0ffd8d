vec4 solidColorGenerator(ivec2 at, SolidColorGenerator p) {
    return p.color;
}
