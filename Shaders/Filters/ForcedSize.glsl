// Samples that lie no farther apart than the picture's pixels: all of those count that a new pixel covers.
vec4 forcedSize(ivec2 at, ForcedSize p) {
    const vec2 steps = vec2(STEPS_ACROSS, STEPS_DOWN);
    vec4 sum = vec4(0.0);
    for (int y = 0; y < STEPS_DOWN; ++y) {
        for (int x = 0; x < STEPS_ACROSS; ++x) {
            sum += sample0((vec2(at) + (vec2(x, y) + 0.5) / steps) / vec2(outputSize));
        }
    }
    return sum / (steps.x * steps.y);
}
