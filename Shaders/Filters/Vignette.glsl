vec4 vignette(vec4 color, ivec2 at, Vignette p) {
    vec2 size = vec2(outputSize);
    float reach = length(vec2(at) + 0.5 - p.center * size) / sqrt(0.5 * dot(size, size));
    float part = clamp((reach - p.start) / max(p.end - p.start, 1e-5), 0.0, 1.0);
    part *= part * (3.0 - 2.0 * part);
    return vec4(mix(color.rgb, p.color.rgb, part), color.a);
}
