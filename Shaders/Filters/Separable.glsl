const float separableWeights[TAPS] = WEIGHTS;

vec4 separableAcross(ivec2 at, Separable p) {
    vec4 sum = pixel0(at) * separableWeights[0];
    [[unroll]] for (int tap = 1; tap < TAPS; ++tap) {
        sum += (pixel0(at - ivec2(tap, 0)) + pixel0(at + ivec2(tap, 0))) * separableWeights[tap];
    }
    return sum;
}

vec4 separableDown(ivec2 at, Separable p) {
    vec4 sum = pixel0(at) * separableWeights[0];
    [[unroll]] for (int tap = 1; tap < TAPS; ++tap) {
        sum += (pixel0(at - ivec2(0, tap)) + pixel0(at + ivec2(0, tap))) * separableWeights[tap];
    }
    return sum;
}
