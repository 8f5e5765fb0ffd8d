// The first block of a row or column lies before the picture.
vec4 shrink(ivec2 at, Shrink p) {
    vec4 sum = vec4(0.0);
    for (int y = 0; y < FACTOR; ++y) {
        for (int x = 0; x < FACTOR; ++x) sum += pixel0((at - 1) * FACTOR + ivec2(x, y));
    }
    return sum / float(FACTOR * FACTOR);
}
