vec4 exposureAdjustment(vec4 color, ExposureAdjustment p) {
    return vec4(color.rgb * exp2(clamp(p.exposure, -64.0, 64.0)), color.a);
}
