vec4 unsharpMask(vec4 sharp, vec4 blurred, UnsharpMask p) {
    return vec4(sharp.rgb + p.intensity * (sharp.rgb - blurred.rgb), sharp.a);
}
