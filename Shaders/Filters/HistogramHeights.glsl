// The heights of a histogram's bins, the highest of all channels 1, as the bits of floats.

shared uint histogramHeightsPeak;

void histogramHeights(HistogramHeights p) {
    int lane = int(gl_LocalInvocationIndex);
    if (lane == 0) histogramHeightsPeak = 1u;
    barrier();
    uint peak = 1u;
    for (int bin = lane; bin < CHANNELS * BINS; bin += LOCAL_WIDTH) peak = max(peak, values0(bin));
    atomicMax(histogramHeightsPeak, peak);
    barrier();
    for (int bin = lane; bin < CHANNELS * BINS; bin += LOCAL_WIDTH) {
        result[bin] = floatBitsToUint(float(values0(bin)) / float(histogramHeightsPeak));
    }
}
