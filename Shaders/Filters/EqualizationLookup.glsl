// The tables of an equalization: running sums of the counts, from the first value that occurs (0) to the last one (1).
//
// values0: the counts; values1: the tables of the frame before. A workgroup makes the table of one channel.

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

float equalizationLookupValue(int bin, EqualizationLookup p) {
    bin = min(bin, BINS - 1);
    float identity = histogramIdentity(bin, p.minimum, p.maximum);
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
    for (int bin = int(gl_LocalInvocationIndex); bin < BINS; bin += LOCAL_WIDTH) {
        uint new = histogramEntry(equalizationLookupValue(bin, p), equalizationLookupValue(bin + 1, p));
        result[channel * BINS + bin] = histogramSmoothed(values1(channel * BINS + bin), new, weight);
    }
    if (gl_LocalInvocationIndex == 0u) result[CHANNELS * BINS] = 1u;
}
