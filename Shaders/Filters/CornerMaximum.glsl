// White where the response is above the threshold and no neighbour's is larger; of equal neighbours the first in
// reading order stays.

vec4 cornerMaximum(ivec2 at, CornerMaximum p) {
    vec4 nothing = vec4(0.0, 0.0, 0.0, 1.0);
    float here = pixel0(at).r;
    if (!(here > p.threshold)) return nothing;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            ivec2 there = at + ivec2(x, y);
            if (any(lessThan(there, ivec2(0))) || any(greaterThanEqual(there, size0))) continue;
            float other = pixel0(there).r;
            bool isEarlier = y < 0 || y == 0 && x < 0;
            if (other > here || isEarlier && other == here) return nothing;
        }
    }
    return vec4(1.0);
}
