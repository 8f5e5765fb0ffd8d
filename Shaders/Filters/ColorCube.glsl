// values0: `last + 1` entries along each axis, red counting fastest; 10 bits a channel, 1020 is 1.
// Entries of which some leave 0…1 are three floats each.
vec3 colorCubeEntry(LaneInt index, ColorCube p) {
    if (p.isWide) {
        LaneInt first = 3 * index;
        return 1020.0 * vec3(
            uintBitsToFloat(values0(first)), uintBitsToFloat(values0(first + 1)), uintBitsToFloat(values0(first + 2)));
    }
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
        mix(colorCubeEntry(first, p), colorCubeEntry(first + 1, p), part.r),
        mix(colorCubeEntry(first + row, p), colorCubeEntry(first + row + 1, p), part.r), part.g);
    first = first + layer;
    vec3 back = mix(
        mix(colorCubeEntry(first, p), colorCubeEntry(first + 1, p), part.r),
        mix(colorCubeEntry(first + row, p), colorCubeEntry(first + row + 1, p), part.r), part.g);
    vec3 found = clamp(mix(front, back, part.b) * (1.0 / 1020.0), 0.0, 1.0);
    return vec4(mix(color.rgb, found, p.intensity), color.a);
}
