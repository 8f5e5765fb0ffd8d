vec4 sharpen(ivec2 at, Sharpen p) {
    vec4 center = pixel0(at);
    vec3 neighbours = pixel0(at + ivec2(0, -1)).rgb + pixel0(at + ivec2(-1, 0)).rgb
        + pixel0(at + ivec2(1, 0)).rgb + pixel0(at + ivec2(0, 1)).rgb;
    return vec4(center.rgb * (1.0 + 4.0 * p.sharpness) - neighbours * p.sharpness, center.a);
}
