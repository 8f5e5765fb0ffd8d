vec4 laplacian(ivec2 at, Laplacian p) {
    vec4 center = pixel0(at);
    vec3 sides = pixel0(at + ivec2(0, -1)).rgb + pixel0(at + ivec2(-1, 0)).rgb
        + pixel0(at + ivec2(1, 0)).rgb + pixel0(at + ivec2(0, 1)).rgb;
    vec3 corners = pixel0(at + ivec2(-1, -1)).rgb + pixel0(at + ivec2(1, -1)).rgb
        + pixel0(at + ivec2(-1, 1)).rgb + pixel0(at + ivec2(1, 1)).rgb;
    return vec4(0.5 * corners + sides - 6.0 * center.rgb + 0.5, center.a);
}
