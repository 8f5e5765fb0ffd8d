// What the overlay rises by from its four neighbours, on average; a transparent neighbour has no colour to rise from.
// Alpha is the overlay's: where it is zero, the base stays.
vec4 poissonBlendRise(ivec2 at, PoissonBlend p) {
    vec4 center = pixel0(at);
    vec3 rise = vec3(0.0);
    for (int side = 0; side < 4; side++) {
        int distance = (side & 1) * 2 - 1;
        vec4 neighbour = pixel0(at + (side < 2 ? ivec2(distance, 0) : ivec2(0, distance)));
        rise += neighbour.a * (center.rgb - neighbour.rgb);
    }
    return vec4(rise / 4.0, center.a);
}

// One damped Jacobi step: the mean of the neighbours plus the overlay's rise.
vec4 poissonBlend(ivec2 at, PoissonBlend p) {
    const ivec2 right = ivec2(1, 0);
    const ivec2 down = ivec2(0, 1);
    vec4 current = pixel0(at);
    vec4 rise = pixel1(at);
    vec3 mean = (pixel0(at - right) + pixel0(at + right) + pixel0(at - down) + pixel0(at + down)).rgb / 4.0;
    return vec4(mix(current.rgb, mean + rise.rgb, rise.a * clamp(p.mix, 0.0, 1.0)), current.a);
}
