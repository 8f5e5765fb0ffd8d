vec4 convolution(ivec2 at, Convolution p) {
    vec3 sum = vec3(p.bias);
    [[unroll]] for (int row = 0; row < ROWS; ++row) {
        [[unroll]] for (int column = 0; column < COLUMNS; ++column) {
            float weight = uintBitsToFloat(values0(row * COLUMNS + column));
            sum += weight * pixel0(at + ivec2(column - COLUMNS / 2, row - ROWS / 2)).rgb;
        }
    }
    return vec4(sum, pixel0(at).a);
}
