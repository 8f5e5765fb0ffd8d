// The counts of a frame and those of all frames before; what would pass 2³² − 1 stays there. The limits are the frame's.
void histogramSum(HistogramSum p) {
    int bin = int(gl_GlobalInvocationID.x);
    if (bin >= CHANNELS * BINS) {
        if (WHOLE_RANGE == 0 && bin < CHANNELS * BINS + 2 * CHANNELS) result[bin] = values0(bin);
        return;
    }
    uint sum = values0(bin) + values1(bin);
    result[bin] = sum < values1(bin) ? 0xffffffffu : sum;
}
