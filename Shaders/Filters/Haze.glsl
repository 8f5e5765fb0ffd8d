vec4 haze(vec4 color, ivec2 at, Haze p) {
    // White fog of density 1 hides everything: there is nothing behind it to bring back.
    float density = min(place(at).y * p.slope + p.distance, 0.99);
    return vec4((color.rgb - density) * (1.0 / (1.0 - density)), color.a);
}
