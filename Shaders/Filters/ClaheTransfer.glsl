// Sends the luminance through the tables of the four tiles around, mixed by how near their middles are.

#include "HistogramBins.glsli"
#include "LuminanceChange.glsli"
#include "ClaheTiles.glsli"

float claheTransferValue(ivec2 tile, int bin, float between) {
    return histogramBetween(values0((tile.y * TILES_ACROSS + tile.x) * BINS + bin), between);
}

vec4 claheTransfer(vec4 color, ivec2 at, ClaheTransfer p) {
    float own = luminance(color.rgb);
    float place = histogramPlace(own, 0.0, 1.0);
    int bin = int(place);
    float between = place - float(bin);
    vec2 tilePlace = vec2(at) / vec2(claheTileSize(outputSize)) - 0.5;
    vec2 low = floor(tilePlace);
    vec2 part = tilePlace - low;
    ivec2 last = ivec2(TILES_ACROSS, TILES_DOWN) - 1;
    ivec2 first = clamp(ivec2(low), ivec2(0), last);
    ivec2 second = clamp(ivec2(low) + 1, ivec2(0), last);
    float upper = mix(
        claheTransferValue(first, bin, between),
        claheTransferValue(ivec2(second.x, first.y), bin, between), part.x);
    float lower = mix(
        claheTransferValue(ivec2(first.x, second.y), bin, between),
        claheTransferValue(second, bin, between), part.x);
    float wanted = mix(own, mix(upper, lower, part.y), p.strength);
    return vec4(withLuminance(color.rgb, own, clamp(wanted, 0.0, 1.0)), color.a);
}
