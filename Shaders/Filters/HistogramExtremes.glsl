// The smallest and the greatest value of each channel within its limits, as the bits of floats of 0…1, which have the order
// of whole numbers; the smallest one inverted, so that both grow from nothing.

#include "HistogramRegion.glsli"
#include "HistogramValue.glsli"

// The bits of a value; those of a byte's code over 255 are the nearest ones, however the device divides.
uint histogramExtremesBits(uint bits) {
    float value = uintBitsToFloat(bits);
    float part = round(value * 255.0) * (1.0 / 256.0);
    float nearest = part + part * (1.0 / 255.0);
    return abs(value - nearest) <= 4e-7 * nearest ? floatBitsToUint(nearest) : bits;
}

void histogramExtremes(HistogramExtremes p) {
    ivec4 region = histogramRegion(p.regionOrigin, p.regionSize, size0);
#ifdef CPU_DEVICE
    // Columns side by side, every few-th row.
    int first = region.x + int(gl_LocalInvocationID.x), stepAcross = LOCAL_WIDTH;
    int top = region.y + int(gl_WorkGroupID.x), stepDown = int(gl_NumWorkGroups.x), bottom = region.w;
#else
    // One column, the rows of a group.
    int first = region.x + int(gl_GlobalInvocationID.x), stepAcross = size0.x;
    int top = region.y + int(gl_WorkGroupID.y) * ROWS_PER_GROUP, stepDown = 1;
    int bottom = min(top + ROWS_PER_GROUP, region.w);
#endif
    for (int channel = 0; channel < CHANNELS; ++channel) {
        float low = clamp(p.minimum[FIRST_CHANNEL + channel], 0.0, 1.0);
        float high = clamp(p.maximum[FIRST_CHANNEL + channel], low, 1.0);
        uint least = 0u, greatest = 0u;
        for (int y = top; y < bottom; y += stepDown) {
            for (int x = first; x < region.z; x += stepAcross) {
                float value = histogramValue(ivec2(x, y), channel);
                if (!histogramIsCounted(value, p.threshold[FIRST_CHANNEL + channel])) continue;
                // What is no number counts as the lower limit.
                uint bits = floatBitsToUint(value > low ? min(value, high) : low);
                least = max(least, ~bits);
                greatest = max(greatest, bits);
            }
        }
        if (least == 0u) continue;
        atomicMax(result[2 * channel], ~histogramExtremesBits(~least));
        atomicMax(result[2 * channel + 1], histogramExtremesBits(greatest));
    }
}
