vec4 posterize(vec4 color, Posterize p) {
    float levels = max(p.colorLevels, 1.0);
    return vec4(floor(color.rgb * levels + 0.5) * (1.0 / levels), color.a);
}
