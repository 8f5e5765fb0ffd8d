vec4 checkerboardGenerator(ivec2 at, CheckerboardGenerator p) {
    ivec2 square = at / max(p.squareSize, 1);
    return ((square.x + square.y) & 1) == 0 ? p.firstColor : p.secondColor;
}
