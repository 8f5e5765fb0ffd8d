// White where the response is above the threshold and no neighbour's is larger; of equal ones the one with the larger
// second number stays, then the first in reading order.

vec4 cornerMaximum(ivec2 at, CornerMaximum p) {
    vec4 nothing = vec4(0.0, 0.0, 0.0, 1.0);
    vec2 here = pixel0(at).rg;
    if (!(here.r > p.threshold)) return nothing;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            ivec2 there = at + ivec2(x, y);
            if (any(lessThan(there, ivec2(0))) || any(greaterThanEqual(there, size0))) continue;
            vec2 other = pixel0(there).rg;
            bool isEarlier = y < 0 || y == 0 && x < 0;
            if (other.r > here.r) return nothing;
            if (other.r == here.r && (other.g > here.g || other.g == here.g && isEarlier)) return nothing;
        }
    }
    return vec4(1.0);
}
