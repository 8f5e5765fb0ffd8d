vec4 mask(vec4 base, vec4 overlay, Mask p) {
    return vec4(base.rgb, base.a * luminance(overlay.rgb) * overlay.a);
}
