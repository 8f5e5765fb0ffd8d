// Blocks of FACTOR pixels became one, whose middle lies in the middle of the block; the first lies before the picture.
vec4 enlarge(ivec2 at, Enlarge p) {
    vec2 between = (vec2(at) + 0.5) / float(FACTOR) + 0.5;
    ivec2 corner = ivec2(floor(between));
    vec2 weight = between - vec2(corner);
    vec4 above = mix(pixel0(corner), pixel0(corner + ivec2(1, 0)), weight.x);
    vec4 below = mix(pixel0(corner + ivec2(0, 1)), pixel0(corner + 1), weight.x);
    return mix(above, below, weight.y);
}
