// The nearest of black, cyan, magenta and white. Distances without what all four have in common; between cyan and
// magenta only red against green decides, between either and white only the smaller of the two.
vec3 cgaColorspaceFilterNearest(vec3 color) {
    float high = max(color.r, color.g);
    float low = min(color.r, color.g);
    vec3 tint = color.r > color.g ? vec3(1.0, 1.0 / 3.0, 1.0) : vec3(1.0 / 3.0, 1.0, 1.0);
    float tinted = 19.0 / 9.0 - 2.0 * (high + low / 3.0 + color.b);
    float white = 3.0 - 2.0 * (high + low + color.b);
    if (min(tinted, white) >= 0.0) return vec3(0.0);
    return 3.0 * low > 2.0 - 1e-4 ? vec3(1.0) : tint;
}

vec4 cGAColorspaceFilter(ivec2 at, CGAColorspaceFilter p) {
    vec2 cells = outputSize.x >= outputSize.y ? vec2(320.0, 200.0) : vec2(200.0, 320.0);
    vec2 cell = floor((vec2(at) + 0.5) / vec2(outputSize) * cells + 1e-3) + 0.5;
    vec4 color = pixel0(ivec2(cell / cells * vec2(outputSize) + 1e-3));
    return vec4(cgaColorspaceFilterNearest(color.rgb), color.a);
}
