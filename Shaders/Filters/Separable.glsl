float separableWeight(int tap) { return uintBitsToFloat(values0(tap)); }

vec4 separableAcross(ivec2 at, Separable p) {
    vec4 sum = pixel0(at) * separableWeight(0);
    for (int tap = 1; tap < TAPS; ++tap) {
        sum += (pixel0(at - ivec2(tap, 0)) + pixel0(at + ivec2(tap, 0))) * separableWeight(tap);
    }
    return sum;
}

vec4 separableDown(ivec2 at, Separable p) {
    vec4 sum = pixel0(at) * separableWeight(0);
    for (int tap = 1; tap < TAPS; ++tap) {
        sum += (pixel0(at - ivec2(0, tap)) + pixel0(at + ivec2(0, tap))) * separableWeight(tap);
    }
    return sum;
}
