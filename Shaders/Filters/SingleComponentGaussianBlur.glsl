vec4 singleComponentGaussianBlur(vec4 blurred, SingleComponentGaussianBlur p) {
    return vec4(vec3(luminance(blurred.rgb)), 1.0);
}
