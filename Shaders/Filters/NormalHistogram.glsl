// A histogram with the shape of a normal distribution, one for each channel; then the limits.
void normalHistogram(NormalHistogram p) {
    int bin = int(gl_GlobalInvocationID.x);
    if (bin >= CHANNELS * BINS) return;
    if (WHOLE_RANGE == 0 && bin < 2 * CHANNELS) {
        int channel = FIRST_CHANNEL + bin / 2;
        result[CHANNELS * BINS + bin] = floatBitsToUint(bin % 2 == 0 ? p.minimum[channel] : p.maximum[channel]);
    }
    float value = float(bin % BINS) / float(BINS - 1);
    float away = (value - p.mean) / max(abs(p.deviation), 1e-3);
    // Without its ends, whose greatest value is what the brightest pixel becomes.
    result[bin] = away * away > 17.0 ? 0u : uint(1048576.0 * exp(-0.5 * away * away) + 0.5);
}
