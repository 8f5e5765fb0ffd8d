vec4 crosshairGenerator(ivec2 at, CrosshairGenerator p) {
    float covered = float(values0(at.y * outputSize.x + at.x));
    return vec4(p.crosshairColor.rgb, p.crosshairColor.a * covered);
}
