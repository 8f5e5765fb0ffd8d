vec4 iOSBlur(vec4 blurred, IOSBlur p) {
    float grey = luminance(blurred.rgb);
    vec3 color = mix(vec3(grey), blurred.rgb, p.saturation);
    return vec4(color + (0.5 - luminance(color)) * p.rangeReductionFactor, blurred.a);
}
