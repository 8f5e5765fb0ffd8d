vec4 colorMatrixFilter(vec4 color, ColorMatrixFilter p) {
    return mix(color, p.colorMatrix * color, p.intensity);
}
