// Sends colours through tables of one channel each, or their luminance through one.

#include "HistogramBins.glsli"
#include "HistogramLimits.glsli"
#include "LuminanceChange.glsli"

float histogramTransferValue(int channel, float value, HistogramTransfer p) {
    float low = 0.0, high = 1.0;
    if (WHOLE_RANGE == 0) {
        low = uintBitsToFloat(values0(LaneInt(HISTOGRAM_TABLE_LIMITS + 2 * channel)));
        high = uintBitsToFloat(values0(LaneInt(HISTOGRAM_TABLE_LIMITS + 2 * channel + 1)));
    }
    float place = histogramPlace(value, low, high);
    LaneInt bin = LaneInt(place);
    return histogramBetween(values0(channel * BINS + bin), place - float(bin));
}

vec4 histogramTransfer(vec4 color, HistogramTransfer p) {
    if (READS_LUMINANCE == 1) {
        float own = luminance(color.rgb);
        return vec4(withLuminance(color.rgb, own, histogramTransferValue(0, own, p)), color.a);
    }
    if (FIRST_CHANNEL == 0) color.r = histogramTransferValue(0, color.r, p);
    if (FIRST_CHANNEL <= 1 && FIRST_CHANNEL + CHANNELS > 1)
        color.g = histogramTransferValue(1 - FIRST_CHANNEL, color.g, p);
    if (FIRST_CHANNEL <= 2 && FIRST_CHANNEL + CHANNELS > 2)
        color.b = histogramTransferValue(2 - FIRST_CHANNEL, color.b, p);
    if (FIRST_CHANNEL + CHANNELS > 3) color.a = histogramTransferValue(3 - FIRST_CHANNEL, color.a, p);
    return color;
}
