vec4 localBinaryPattern(ivec2 at, LocalBinaryPattern p) {
    float center = luminance0(at);
    float code = step(center, luminance0(at + ivec2(1, -1)));
    code += 2.0 * step(center, luminance0(at + ivec2(0, -1)));
    code += 4.0 * step(center, luminance0(at + ivec2(-1, -1)));
    code += 8.0 * step(center, luminance0(at + ivec2(-1, 0)));
    code += 16.0 * step(center, luminance0(at + ivec2(-1, 1)));
    code += 32.0 * step(center, luminance0(at + ivec2(0, 1)));
    code += 64.0 * step(center, luminance0(at + ivec2(1, 1)));
    code += 128.0 * step(center, luminance0(at + ivec2(1, 0)));
    return vec4(vec3(code / 255.0), 1.0);
}
