vec4 lineGenerator(ivec2 at, LineGenerator p) {
    float covered = float(values0(at.y * outputSize.x + at.x)) / 255.0;
    return vec4(p.lineColor.rgb, p.lineColor.a * covered);
}
