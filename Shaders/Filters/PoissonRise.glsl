// The overlay's rise from its four neighbours, on average; a transparent neighbour has no colour to rise from.
// Alpha is the overlay's: where it is zero, the base stays.
vec4 poissonRise(ivec2 at, PoissonRise p) {
    vec4 center = pixel0(at);
    vec3 rise = vec3(0.0);
    for (int side = 0; side < 4; side++) {
        int distance = (side & 1) * 2 - 1;
        vec4 neighbour = pixel0(at + (side < 2 ? ivec2(distance, 0) : ivec2(0, distance)));
        rise += neighbour.a * (center.rgb - neighbour.rgb);
    }
    return vec4(rise / 4.0, center.a);
}
