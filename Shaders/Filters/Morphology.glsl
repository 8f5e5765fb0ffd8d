// RADIUS; DOWN: along the column, else the row; SMALLEST, else the largest; LUMINANCE: of it, else of the colours.
vec4 morphology(ivec2 at, Morphology p) {
    const ivec2 stride = DOWN == 1 ? ivec2(0, 1) : ivec2(1, 0);
    if (LUMINANCE == 1) {
        float found = luminance0(at);
        for (int reach = 1; reach <= RADIUS; reach++) {
            float before = luminance0(at - reach * stride);
            float after = luminance0(at + reach * stride);
            found = SMALLEST == 1 ? min(found, min(before, after)) : max(found, max(before, after));
        }
        return vec4(vec3(found), 1.0);
    }
    vec4 center = pixel0(at);
    vec3 found = center.rgb;
    for (int reach = 1; reach <= RADIUS; reach++) {
        vec3 before = pixel0(at - reach * stride).rgb;
        vec3 after = pixel0(at + reach * stride).rgb;
        found = SMALLEST == 1 ? min(found, min(before, after)) : max(found, max(before, after));
    }
    return vec4(found, center.a);
}
