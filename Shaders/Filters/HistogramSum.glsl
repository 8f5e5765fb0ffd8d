// The counts of a frame and those of all frames before; what would pass 2³² − 1 stays there.
void histogramSum(HistogramSum p) {
    int bin = int(gl_GlobalInvocationID.x);
    if (bin >= CHANNELS * BINS) return;
    uint sum = values0(bin) + values1(bin);
    result[bin] = sum < values1(bin) ? 0xffffffffu : sum;
}
