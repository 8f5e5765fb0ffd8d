// Sends the luminance through the tables of the four tiles around, mixed by how near their middles are.

#include "HistogramBins.glsli"
#include "LuminanceChange.glsli"

float claheTransferValue(LaneInt column, LaneInt row, LaneInt bin, float between) {
    return histogramBetween(values0((row * TILES_ACROSS + column) * BINS + bin), between);
}

vec4 claheTransfer(vec4 color, ivec2 at, ClaheTransfer p) {
    float own = luminance(color.rgb);
    float place = histogramPlace(own, 0.0, 1.0);
    LaneInt bin = LaneInt(place);
    float between = place - float(bin);
    vec2 tileSize = ceil(vec2(outputSize) / vec2(float(TILES_ACROSS), float(TILES_DOWN)));
    vec2 tilePlace = vec2(at) / tileSize - 0.5;
    vec2 low = floor(tilePlace);
    vec2 part = tilePlace - low;
    LaneInt left = LaneInt(clamp(low.x, 0.0, float(TILES_ACROSS - 1)));
    LaneInt right = LaneInt(clamp(low.x + 1.0, 0.0, float(TILES_ACROSS - 1)));
    LaneInt above = LaneInt(clamp(low.y, 0.0, float(TILES_DOWN - 1)));
    LaneInt below = LaneInt(clamp(low.y + 1.0, 0.0, float(TILES_DOWN - 1)));
    float upper = mix(
        claheTransferValue(left, above, bin, between), claheTransferValue(right, above, bin, between), part.x);
    float lower = mix(
        claheTransferValue(left, below, bin, between), claheTransferValue(right, below, bin, between), part.x);
    float wanted = mix(own, mix(upper, lower, part.y), p.strength);
    return vec4(withLuminance(color.rgb, own, clamp(wanted, 0.0, 1.0)), color.a);
}
