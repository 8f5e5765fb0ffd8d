// values0: red's `last + 1` entries, then green's, then blue's; 16 bits for an entry's value, above them the next one's.
float colorCurvesValue(float place, int first) {
    float low = floor(place);
    vec2 ends = unpackUnorm2x16(values0(LaneInt(low) + first));
    return mix(ends.x, ends.y, place - low);
}

vec4 colorCurves(vec4 color, ColorCurves p) {
    vec3 place = clamp((color.rgb - p.minimum.rgb) * p.scale.rgb, 0.0, float(p.last));
    int count = p.last + 1;
    vec3 bent = vec3(
        colorCurvesValue(place.r, 0), colorCurvesValue(place.g, count), colorCurvesValue(place.b, 2 * count));
    return vec4(mix(color.rgb, bent, p.intensity), color.a);
}
