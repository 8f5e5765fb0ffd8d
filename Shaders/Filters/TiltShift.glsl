// smoothstep, which is undefined where its edges meet; there it is a step.
float tiltShiftRamp(float from, float to, float y) {
    float t = clamp((y - from) / max(to - from, 1e-6), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

vec4 tiltShift(vec4 sharp, vec4 blurred, ivec2 at, TiltShift p) {
    float y = place(at).y;
    float above = 1.0 - tiltShiftRamp(p.topFocusLevel - p.focusFallOffRate, p.topFocusLevel, y);
    float below = tiltShiftRamp(p.bottomFocusLevel, p.bottomFocusLevel + p.focusFallOffRate, y);
    return mix(sharp, blurred, min(above + below, 1.0));
}
