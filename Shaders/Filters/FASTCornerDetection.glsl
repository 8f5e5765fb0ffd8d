// The largest difference by which all of nine neighbours in a row, on a circle of sixteen, are brighter than the
// middle, or all darker; 0 less than three pixels from an edge. Then the mean difference of all sixteen.

vec4 fASTCornerDetection(ivec2 at, FASTCornerDetection p) {
    const ivec2 circle[16] = ivec2[](
        ivec2(0, -3), ivec2(1, -3), ivec2(2, -2), ivec2(3, -1), ivec2(3, 0), ivec2(3, 1), ivec2(2, 2), ivec2(1, 3),
        ivec2(0, 3), ivec2(-1, 3), ivec2(-2, 2), ivec2(-3, 1), ivec2(-3, 0), ivec2(-3, -1), ivec2(-2, -2), ivec2(-1, -3));
    vec4 nothing = vec4(0.0, 0.0, 0.0, 1.0);
    if (any(lessThan(at, ivec2(3))) || any(greaterThan(at, size0 - 4))) return nothing;
    float middle = luminance0(at);
    // Nine in a row hold at least one of each two that face each other.
    float above = luminance0(at + circle[0]) - middle, below = luminance0(at + circle[8]) - middle;
    if (max(abs(above), abs(below)) <= p.threshold) return nothing;
    float difference[16];
    for (int index = 0; index < 16; index++) difference[index] = luminance0(at + circle[index]) - middle;
    float best = 0.0, sum = 0.0;
    for (int first = 0; first < 16; first++) {
        sum += abs(difference[first]);
        float least = difference[first], most = least;
        for (int step = 1; step < 9; step++) {
            float next = difference[(first + step) & 15];
            least = min(least, next);
            most = max(most, next);
        }
        best = max(best, max(least, -most));
    }
    return vec4(best, sum / 16.0, 0.0, 1.0);
}
