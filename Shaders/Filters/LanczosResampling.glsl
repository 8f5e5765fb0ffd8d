// TAPS weights follow the first pixel's index in the table, for each new column (or, with DOWN, row).
vec4 lanczosResampling(ivec2 at, LanczosResampling p) {
    int entry = (DOWN == 1 ? at.y : at.x) * (TAPS + 1);
    int first = int(values0(entry));
    vec4 sum = vec4(0.0);
    for (int tap = 0; tap < TAPS; tap++) {
        ivec2 source = DOWN == 1 ? ivec2(at.x, first + tap) : ivec2(first + tap, at.y);
        sum += uintBitsToFloat(values0(entry + 1 + tap)) * pixel0(source);
    }
    return sum;
}
