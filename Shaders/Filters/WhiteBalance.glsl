vec3 whiteBalanceOverlay(vec3 base, vec3 layer) {
    return mix(2.0 * base * layer, 1.0 - 2.0 * (1.0 - base) * (1.0 - layer), step(0.5, base));
}

vec4 whiteBalance(vec4 color, WhiteBalance p) {
    // The way to YIQ and back changes only Q, so only Q's share is added: nothing is lost to rounding.
    const float LIMIT = 0.5226;
    float q = dot(color.rgb, vec3(0.212, -0.523, 0.311));
    float shift = clamp(q + p.tint / 100.0 * LIMIT * 0.1, -LIMIT, LIMIT) - q;
    vec3 tinted = color.rgb + shift * vec3(0.621, -0.647, 1.702);

    float away = p.temperature - 5000.0;
    float warmth = away * choose(away < 0.0, 0.0004, 0.00006);
    return vec4(mix(tinted, whiteBalanceOverlay(tinted, vec3(0.93, 0.54, 0.0)), warmth), color.a);
}
