vec4 colorLocalBinaryPattern(ivec2 at, ColorLocalBinaryPattern p) {
    vec4 center = pixel0(at);
    vec3 code = step(center.rgb, pixel0(at + ivec2(1, -1)).rgb);
    code += 2.0 * step(center.rgb, pixel0(at + ivec2(0, -1)).rgb);
    code += 4.0 * step(center.rgb, pixel0(at + ivec2(-1, -1)).rgb);
    code += 8.0 * step(center.rgb, pixel0(at + ivec2(-1, 0)).rgb);
    code += 16.0 * step(center.rgb, pixel0(at + ivec2(-1, 1)).rgb);
    code += 32.0 * step(center.rgb, pixel0(at + ivec2(0, 1)).rgb);
    code += 64.0 * step(center.rgb, pixel0(at + ivec2(1, 1)).rgb);
    code += 128.0 * step(center.rgb, pixel0(at + ivec2(1, 0)).rgb);
    return vec4(code / 255.0, center.a);
}
