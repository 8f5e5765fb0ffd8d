// values0: red's `last + 1` entries, then green's, then blue's; 16 bits for an entry's value, above them the next one's.
// Values of which some leave 0…1 are floats, and one more follows the last.
float colorCurvesValue(float place, int first, ColorCurves p) {
    float low = floor(place);
    LaneInt index = LaneInt(low) + first;
    if (p.isWide) {
        float value = mix(uintBitsToFloat(values0(index)), uintBitsToFloat(values0(index + 1)), place - low);
        return clamp(value, 0.0, 1.0);
    }
    vec2 ends = unpackUnorm2x16(values0(index));
    return mix(ends.x, ends.y, place - low);
}

vec4 colorCurves(vec4 color, ColorCurves p) {
    vec3 place = clamp((color.rgb - p.minimum.rgb) * p.scale.rgb, 0.0, float(p.last));
    int count = p.last + 1;
    vec3 bent = vec3(
        colorCurvesValue(place.r, 0, p), colorCurvesValue(place.g, count, p), colorCurvesValue(place.b, 2 * count, p));
    return vec4(mix(color.rgb, bent, p.intensity), color.a);
}
