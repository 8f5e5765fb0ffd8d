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
    float difference[16], least[16], most[16];
    float sum = 0.0;
    for (int index = 0; index < 16; index++) {
        difference[index] = luminance0(at + circle[index]) - middle;
        sum += abs(difference[index]);
    }
    // The least and the most of two in a row; four such pairs and the ninth are a whole arc.
    for (int index = 0; index < 16; index++) {
        least[index] = min(difference[index], difference[(index + 1) & 15]);
        most[index] = max(difference[index], difference[(index + 1) & 15]);
    }
    float best = 0.0;
    for (int index = 0; index < 16; index++) {
        int third = (index + 2) & 15, fifth = (index + 4) & 15, seventh = (index + 6) & 15;
        float last = difference[(index + 8) & 15];
        best = max(best, min(min(min(least[index], least[third]), min(least[fifth], least[seventh])), last));
        best = max(best, -max(max(max(most[index], most[third]), max(most[fifth], most[seventh])), last));
    }
    return vec4(best, sum / 16.0, 0.0, 1.0);
}
