// The picture with an upright cross over each white pixel of the second picture.

bool cornerMarksIsCorner(ivec2 at) {
    return all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, size1)) && pixel1(at).r > 0.5;
}

vec4 cornerMarks(ivec2 at, CornerMarks p) {
    vec4 color = p.showsPicture ? pixel0(at) : vec4(0.0, 0.0, 0.0, 1.0);
    int arm = clamp(p.markWidth, 1, 201) / 2;
    bool isMarked = false;
    for (int step = -arm; step <= arm && !isMarked; step++) {
        isMarked = cornerMarksIsCorner(at + ivec2(step, 0)) || cornerMarksIsCorner(at + ivec2(0, step));
    }
    return isMarked ? vec4(mix(color.rgb, p.markColor.rgb, p.markColor.a), color.a) : color;
}
