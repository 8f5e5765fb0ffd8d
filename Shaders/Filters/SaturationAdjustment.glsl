vec4 saturationAdjustment(vec4 color, SaturationAdjustment p) {
    return vec4(mix(vec3(luminance(color.rgb)), color.rgb, p.saturation), color.a);
}
