// The tables of an equalization: running sums of the counts, from the first value that occurs (0) to the last one (1).
//
// values0: the counts and limits; values1: the tables of the frame before. A workgroup makes the table of one channel.

#include "HistogramLimits.glsli"
#include "HistogramScan.glsli"
#include "HistogramTable.glsli"

shared uint equalizationLookupSums[BINS];
shared uint equalizationLookupFirst;

const int EQUALIZATION_SHARE = BINS / LOCAL_WIDTH;

// Running sums of a channel, and the one at the first value that occurs.
void equalizationLookupScan(int channel) {
    int begin = int(gl_LocalInvocationIndex) * EQUALIZATION_SHARE;
    if (begin == 0) equalizationLookupFirst = 0u;
    uint own = 0u;
    for (int bin = begin; bin < begin + EQUALIZATION_SHARE; ++bin) own += values0(channel * BINS + bin);
    uint sum = histogramBefore(own);
    for (int bin = begin; bin < begin + EQUALIZATION_SHARE; ++bin) {
        uint count = values0(channel * BINS + bin);
        if (sum == 0u && count > 0u) equalizationLookupFirst = count;
        sum += count;
        equalizationLookupSums[bin] = sum;
    }
    barrier();
}

float equalizationLookupValue(int bin, vec2 limits, EqualizationLookup p) {
    bin = min(bin, BINS - 1);
    float identity = histogramIdentity(bin, limits.x, limits.y);
    uint first = equalizationLookupFirst;
    uint total = equalizationLookupSums[BINS - 1];
    if (total <= first) return identity;
    uint sum = max(equalizationLookupSums[bin], first);
    return mix(identity, float(sum - first) / float(total - first), p.strength);
}

void equalizationLookup(EqualizationLookup p) {
    int channel = int(gl_WorkGroupID.x);
    equalizationLookupScan(channel);
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
    for (int bin = int(gl_LocalInvocationIndex); bin < BINS; bin += LOCAL_WIDTH) {
        uint new = histogramEntry(
            equalizationLookupValue(bin, limits, p), equalizationLookupValue(bin + 1, limits, p));
        result[channel * BINS + bin] = histogramSmoothed(values1(channel * BINS + bin), new, weight);
    }
    if (gl_LocalInvocationIndex == 0u) result[CHANNELS * BINS] = 1u;
}
