vec4 stretchDistortion(ivec2 at, StretchDistortion p) {
    vec2 offset = 2.0 * (place(at) - p.center);
    return sample0(p.center + 0.25 * offset * (1.0 + smoothstep(0.25, 0.5, abs(offset))));
}
