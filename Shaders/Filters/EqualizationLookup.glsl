// The tables of an equalization: running sums of the counts, from the first value that occurs (0) to the last one (1).
//
// values0: the counts and limits; values1: the tables of the frame before. A workgroup makes the table of one channel, an
// invocation a share of it: running sums of all bins would not fit into 16 KiB together with what a scan needs.

#include "HistogramLimits.glsli"
#include "HistogramScan.glsli"
#include "HistogramTable.glsli"

shared uint equalizationLookupFirst;

const int EQUALIZATION_SHARE = BINS / LOCAL_WIDTH;

// The channel's running sum before this invocation's share, and at its end; finds the one at the first value that occurs.
uint equalizationLookupScan(int channel, out uint total) {
    int begin = int(gl_LocalInvocationIndex) * EQUALIZATION_SHARE;
    if (begin == 0) equalizationLookupFirst = 0u;
    uint own = 0u;
    for (int bin = begin; bin < begin + EQUALIZATION_SHARE; ++bin) own += values0(channel * BINS + bin);
    uint before = histogramBefore(own, total);
    uint sum = before;
    for (int bin = begin; bin < begin + EQUALIZATION_SHARE; ++bin) {
        uint count = values0(channel * BINS + bin);
        if (sum == 0u && count > 0u) equalizationLookupFirst = count;
        sum += count;
    }
    barrier();
    return before;
}

// sum: the running sum with this bin.
float equalizationLookupValue(int bin, uint sum, uint total, vec2 limits, EqualizationLookup p) {
    float identity = histogramIdentity(bin, limits.x, limits.y);
    uint first = equalizationLookupFirst;
    if (total <= first) return identity;
    return mix(identity, float(max(sum, first) - first) / float(total - first), p.strength);
}

void equalizationLookup(EqualizationLookup p) {
    int channel = int(gl_WorkGroupID.x);
    uint total;
    uint sum = equalizationLookupScan(channel, total);
    bool hasOld = values1(CHANNELS * BINS) == 1u;
    float weight = hasOld ? (p.isHeld ? 1.0 : clamp(p.smoothing, 0.0, 1.0)) : 0.0;
    vec2 limits = vec2(0.0, 1.0);
#if WHOLE_RANGE == 0
    int place = HISTOGRAM_LIMITS + 2 * channel;
    limits = uintBitsToFloat(uvec2(values0(place), values0(place + 1)));
    if (gl_LocalInvocationIndex < 2u) {
        int end = 2 * channel + int(gl_LocalInvocationIndex);
        result[HISTOGRAM_TABLE_LIMITS + end] = histogramLimitSmoothed(
            values1(HISTOGRAM_TABLE_LIMITS + end), values0(HISTOGRAM_LIMITS + end), weight);
    }
#endif
    int begin = int(gl_LocalInvocationIndex) * EQUALIZATION_SHARE;
    sum += values0(channel * BINS + begin);
    float own = equalizationLookupValue(begin, sum, total, limits, p);
    for (int bin = begin; bin < begin + EQUALIZATION_SHARE; ++bin) {
        if (bin < BINS - 1) sum += values0(channel * BINS + bin + 1);
        float next = equalizationLookupValue(bin + 1, sum, total, limits, p);
        result[channel * BINS + bin] =
            histogramSmoothed(values1(channel * BINS + bin), histogramEntry(own, next), weight);
        own = next;
    }
    if (gl_LocalInvocationIndex == 0u) result[CHANNELS * BINS] = 1u;
}
