// The tables that give a picture another histogram: each value goes where the other histogram's running sum reaches
// the same share, in between linearly.
//
// values0: the picture's counts and limits; values1: the wanted ones; values2: the tables of the frame before. A workgroup
// makes the table of one channel, an invocation a share of it.

// The wanted running sums, for the most bins 16 KiB, which is all that some devices have.
shared uint specificationLookupWanted[BINS];
#define HISTOGRAM_PARTS specificationLookupWanted

#include "HistogramLimits.glsli"
#include "HistogramScan.glsli"
#include "HistogramTable.glsli"

const int SPECIFICATION_SHARE = BINS / LOCAL_WIDTH;

// The picture's running sum before this invocation's share, and at its end; makes the wanted ones.
uint specificationLookupScan(int channel, out uint total) {
    int begin = int(gl_LocalInvocationIndex) * SPECIFICATION_SHARE;
    uvec2 share = uvec2(0u);
    for (int bin = begin; bin < begin + SPECIFICATION_SHARE; ++bin) {
        share += uvec2(values0(channel * BINS + bin), values1(channel * BINS + bin));
    }
    uint before = histogramBefore(share.x, total);
    uint wantedTotal;
    uint wanted = histogramBefore(share.y, wantedTotal);
    for (int bin = begin; bin < begin + SPECIFICATION_SHARE; ++bin) {
        wanted += values1(channel * BINS + bin);
        specificationLookupWanted[bin] = wanted;
    }
    barrier();
    return before;
}

// The first bin at which the wanted running sum is at least this; BINS - 1 if none is.
int specificationLookupBin(float sum) {
    int low = 0;
    int high = BINS - 1;
    for (int width = BINS; width > 1; width /= 2) {
        int middle = (low + high) / 2;
        if (float(specificationLookupWanted[middle]) >= sum) {
            high = middle;
        } else {
            low = min(middle + 1, high);
        }
    }
    return float(specificationLookupWanted[low]) >= sum ? low : high;
}

// own: the picture's running sum with this bin; limits: of the picture, and of what is wanted.
float specificationLookupValue(int bin, uint own, uint ownTotal, vec4 limits, SpecificationLookup p) {
    float identity = histogramIdentity(bin, limits.x, limits.y);
    float total = float(ownTotal);
    float wanted = float(specificationLookupWanted[BINS - 1]);
    if (total == 0.0 || wanted == 0.0) return identity;
    // At least one pixel's worth: the place of no share at all is the first value that is wanted.
    float sum = max(float(own) / total * wanted, 0.5);
    int right = specificationLookupBin(sum);
    float value = histogramIdentity(right, limits.z, limits.w);
    float before = right > 0 ? float(specificationLookupWanted[right - 1]) : 0.0;
    if (before > 0.0) {
        float left = histogramIdentity(specificationLookupBin(before), limits.z, limits.w);
        float step = float(specificationLookupWanted[right]) - before;
        value = mix(left, value, clamp((sum - before) / max(step, 1.0), 0.0, 1.0));
    }
    return mix(identity, value, p.strength);
}

void specificationLookup(SpecificationLookup p) {
    int channel = int(gl_WorkGroupID.x);
    uint total;
    uint sum = specificationLookupScan(channel, total);
    bool hasOld = values2(CHANNELS * BINS) == 1u;
    float weight = hasOld ? (p.isHeld ? 1.0 : clamp(p.smoothing, 0.0, 1.0)) : 0.0;
    vec4 limits = vec4(0.0, 1.0, 0.0, 1.0);
#if WHOLE_RANGE == 0
    int place = HISTOGRAM_LIMITS + 2 * channel;
    limits = uintBitsToFloat(uvec4(values0(place), values0(place + 1), values1(place), values1(place + 1)));
    if (gl_LocalInvocationIndex < 2u) {
        int end = 2 * channel + int(gl_LocalInvocationIndex);
        result[HISTOGRAM_TABLE_LIMITS + end] = histogramLimitSmoothed(
            values2(HISTOGRAM_TABLE_LIMITS + end), values0(HISTOGRAM_LIMITS + end), weight);
    }
#endif
    int begin = int(gl_LocalInvocationIndex) * SPECIFICATION_SHARE;
    sum += values0(channel * BINS + begin);
    float own = specificationLookupValue(begin, sum, total, limits, p);
    for (int bin = begin; bin < begin + SPECIFICATION_SHARE; ++bin) {
        if (bin < BINS - 1) sum += values0(channel * BINS + bin + 1);
        float next = specificationLookupValue(bin + 1, sum, total, limits, p);
        result[channel * BINS + bin] =
            histogramSmoothed(values2(channel * BINS + bin), histogramEntry(own, next), weight);
        own = next;
    }
    if (gl_LocalInvocationIndex == 0u) result[CHANNELS * BINS] = 1u;
}
