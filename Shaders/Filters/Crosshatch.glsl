// True when a pixel lies on one of the lines; `distance` in pixels along the picture's width. A pixel exactly on a
// line's border is on the line, however it was rounded.
bool crosshatchLine(float distance, float spacing, float width) {
    return mod(distance + 0.002, spacing) <= width + 0.004;
}

vec4 crosshatch(vec4 color, ivec2 at, Crosshatch p) {
    float unit = float(outputSize.x);
    float spacing = max(p.crossHatchSpacing * unit, 1.0);
    float width = p.lineWidth * unit;
    float falling = float(at.x - at.y);
    float rising = float(at.x + at.y + 1);
    float light = luminance(color.rgb) + 1e-6;
    bool isInk =
        light < 1.0 && crosshatchLine(rising, spacing, width)
        || light < 0.75 && crosshatchLine(falling, spacing, width)
        || light < 0.5 && crosshatchLine(rising - 0.5 * spacing, spacing, width)
        || light < 0.3 && crosshatchLine(falling - 0.5 * spacing, spacing, width);
    return vec4(vec3(choose(isInk, 0.0, 1.0)), color.a);
}
