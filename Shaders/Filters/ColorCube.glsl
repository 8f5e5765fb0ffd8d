// values0: `last + 1` entries along each axis, red counting fastest; 10 bits a channel, 1020 is 1.
vec3 colorCubeEntry(LaneInt index) {
    LaneUint word = values0(index);
    return vec3(float(word & 1023u), float((word >> 10) & 1023u), float(word >> 20));
}

vec4 colorCube(vec4 color, ColorCube p) {
    vec3 place = clamp((color.rgb - p.minimum.rgb) * p.scale.rgb, 0.0, float(p.last));
    vec3 low = min(floor(place), float(p.last - 1));
    vec3 part = place - low;
    int row = p.last + 1, layer = row * row;
    LaneInt first = LaneInt(low.r) + row * LaneInt(low.g) + layer * LaneInt(low.b);
    vec3 front = mix(
        mix(colorCubeEntry(first), colorCubeEntry(first + 1), part.r),
        mix(colorCubeEntry(first + row), colorCubeEntry(first + row + 1), part.r), part.g);
    first = first + layer;
    vec3 back = mix(
        mix(colorCubeEntry(first), colorCubeEntry(first + 1), part.r),
        mix(colorCubeEntry(first + row), colorCubeEntry(first + row + 1), part.r), part.g);
    return vec4(mix(color.rgb, mix(front, back, part.b) * (1.0 / 1020.0), p.intensity), color.a);
}
