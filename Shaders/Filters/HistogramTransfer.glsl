// Sends colours through tables of one channel each, or their luminance through one.

#include "HistogramBins.glsli"
#include "LuminanceChange.glsli"

float histogramTransferValue(int channel, float value, HistogramTransfer p) {
    float place = histogramPlace(value, p.minimum, p.maximum);
    LaneInt bin = LaneInt(place);
    return histogramBetween(values0(channel * BINS + bin), place - float(bin));
}

vec4 histogramTransfer(vec4 color, HistogramTransfer p) {
    if (READS_LUMINANCE == 1) {
        float own = luminance(color.rgb);
        return vec4(withLuminance(color.rgb, own, histogramTransferValue(0, own, p)), color.a);
    }
    for (int channel = 0; channel < CHANNELS; ++channel) {
        color[FIRST_CHANNEL + channel] = histogramTransferValue(channel, color[FIRST_CHANNEL + channel], p);
    }
    return color;
}
