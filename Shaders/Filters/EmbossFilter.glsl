vec4 embossFilter(ivec2 at, EmbossFilter p) {
    vec4 center = pixel0(at);
    vec3 corners = pixel0(at + ivec2(1, 1)).rgb - pixel0(at + ivec2(-1, -1)).rgb;
    vec3 sides = pixel0(at + ivec2(1, 0)).rgb + pixel0(at + ivec2(0, 1)).rgb
        - pixel0(at + ivec2(-1, 0)).rgb - pixel0(at + ivec2(0, -1)).rgb;
    return vec4(center.rgb + p.intensity * (2.0 * corners + sides), center.a);
}
