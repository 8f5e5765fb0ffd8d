// The count of each value: result[channel * BINS + bin], exact to 2³² pixels; then the limits.
//
// values0, where NORMALIZED is 1: the extremes; see HistogramExtremes.glsl.
//
// CHANNELS of the picture from FIRST_CHANNEL on, or its luminance; PASS_CHANNELS at a time, so that the bins of a
// workgroup fit into 16 KiB.
//
// A processor has no use for atomics: there each lane counts into bins of its own, which are added up at the end.
// A graphics chip shares bins in the workgroup's memory: COPIES of them, so that subgroups seldom meet, and each
// invocation goes down a column and adds a run of equal values at once, so that even surfaces cost no more than noise.

#include "HistogramBins.glsli"
#include "HistogramLimits.glsli"
#include "HistogramRegion.glsli"
#include "HistogramValue.glsli"

const int HISTOGRAM_PASS_BINS = PASS_CHANNELS * BINS;

vec2 histogramCountsLimits(int channel, HistogramCounts p) {
    int place = FIRST_CHANNEL + channel;
#if NORMALIZED
    uint least = values0(2 * channel);
    if (least != 0u) return uintBitsToFloat(uvec2(~least, values0(2 * channel + 1)));
#endif
    return vec2(p.minimum[place], p.maximum[place]);
}

#ifdef CPU_DEVICE

uint histogramCountsOwn[HISTOGRAM_PASS_BINS];
// 256 bins of all lanes, those of one bin side by side.
shared uint histogramCountsLanes[256 * LOCAL_WIDTH];

void histogramCountsPass(int start, ivec4 region, HistogramCounts p) {
    for (int bin = 0; bin < HISTOGRAM_PASS_BINS; ++bin) histogramCountsOwn[bin] = 0u;
    vec2 limits[PASS_CHANNELS];
    for (int channel = 0; channel < PASS_CHANNELS; ++channel) {
        limits[channel] = histogramCountsLimits(start + channel, p);
    }
    for (int y = region.y + int(gl_WorkGroupID.x); y < region.w; y += int(gl_NumWorkGroups.x)) {
        for (int x = region.x + int(gl_LocalInvocationID.x); x < region.z; x += LOCAL_WIDTH) {
            for (int channel = 0; channel < PASS_CHANNELS; ++channel) {
                float value = histogramValue(ivec2(x, y), start + channel);
                if (!histogramIsCounted(value, p.threshold[FIRST_CHANNEL + start + channel])) continue;
                int bin = histogramBin(value, limits[channel].x, limits[channel].y);
                histogramCountsOwn[channel * BINS + bin] += 1u;
            }
        }
    }
    int lane = int(gl_LocalInvocationID.x);
    for (int first = 0; first < HISTOGRAM_PASS_BINS; first += 256) {
        barrier();
        for (int bin = 0; bin < 256; ++bin) {
            histogramCountsLanes[bin * LOCAL_WIDTH + lane] = histogramCountsOwn[first + bin];
        }
        barrier();
        for (int bin = lane; bin < 256; bin += LOCAL_WIDTH) {
            uint sum = 0u;
            for (int other = 0; other < LOCAL_WIDTH; ++other) {
                sum += histogramCountsLanes[bin * LOCAL_WIDTH + other];
            }
            if (sum > 0u) atomicAdd(result[start * BINS + first + bin], sum);
        }
    }
}

#else

shared uint histogramCountsShared[COPIES * HISTOGRAM_PASS_BINS];

void histogramCountsPass(int start, ivec4 region, HistogramCounts p) {
    int lane = int(gl_LocalInvocationID.x);
    for (int bin = lane; bin < COPIES * HISTOGRAM_PASS_BINS; bin += LOCAL_WIDTH) histogramCountsShared[bin] = 0u;
    barrier();
    int copy = (lane / 32) % COPIES * HISTOGRAM_PASS_BINS;
    int x = region.x + int(gl_GlobalInvocationID.x);
    int top = region.y + int(gl_WorkGroupID.y) * ROWS_PER_GROUP;
    int bottom = x < region.z ? min(top + ROWS_PER_GROUP, region.w) : top;
    for (int channel = 0; channel < PASS_CHANNELS; ++channel) {
        int base = copy + channel * BINS;
        vec2 limits = histogramCountsLimits(start + channel, p);
        int held = 0;
        uint run = 0u;
        for (int y = top; y < bottom; ++y) {
            float value = histogramValue(ivec2(x, y), start + channel);
            if (!histogramIsCounted(value, p.threshold[FIRST_CHANNEL + start + channel])) continue;
            int bin = histogramBin(value, limits.x, limits.y);
            if (bin != held) {
                if (run > 0u) atomicAdd(histogramCountsShared[base + held], run);
                held = bin;
                run = 0u;
            }
            ++run;
        }
        if (run > 0u) atomicAdd(histogramCountsShared[base + held], run);
    }
    barrier();
    for (int bin = lane; bin < HISTOGRAM_PASS_BINS; bin += LOCAL_WIDTH) {
        uint sum = 0u;
        for (int other = 0; other < COPIES; ++other) sum += histogramCountsShared[other * HISTOGRAM_PASS_BINS + bin];
        if (sum > 0u) atomicAdd(result[start * BINS + bin], sum);
    }
    barrier();
}

#endif

void histogramCounts(HistogramCounts p) {
    ivec4 region = histogramRegion(p.regionOrigin, p.regionSize, size0);
#if WHOLE_RANGE == 0
    if (gl_LocalInvocationIndex == 0u && gl_WorkGroupID == uvec3(0u)) {
        for (int channel = 0; channel < CHANNELS; ++channel) {
            vec2 limits = histogramCountsLimits(channel, p);
            result[HISTOGRAM_LIMITS + 2 * channel] = floatBitsToUint(limits.x);
            result[HISTOGRAM_LIMITS + 2 * channel + 1] = floatBitsToUint(limits.y);
        }
    }
#endif
    for (int start = 0; start < CHANNELS; start += PASS_CHANNELS) histogramCountsPass(start, region, p);
}
