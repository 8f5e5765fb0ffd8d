// The table of each tile: its histogram, cut off at the limit, what was cut off spread over all bins, then summed up.
//
// A workgroup makes the table of one tile. values0: the tables of the frame before. BINS is 256.

#include "HistogramBins.glsli"
#include "HistogramScan.glsli"
#include "HistogramTable.glsli"
#include "ClaheTiles.glsli"

shared uint claheLookupBins[BINS];

const int CLAHE_SHARE = BINS / LOCAL_WIDTH;

// The last tiles reach over the edge: there the picture goes back, the edge itself not repeated.
int claheLookupMirrored(int place, int size) {
    return place < size ? place : max(2 * (size - 1) - place, 0);
}

int claheLookupBin(int x, int y) {
    return histogramBin(luminance0(ivec2(claheLookupMirrored(x, size0.x), y)), 0.0, 1.0);
}

#ifdef CPU_DEVICE

uint claheLookupOwn[BINS];
// All bins of all lanes, those of one bin side by side.
shared uint claheLookupLanes[BINS * LOCAL_WIDTH];

void claheLookupCount(ivec2 corner, ivec2 extent) {
    int lane = int(gl_LocalInvocationIndex);
    for (int bin = 0; bin < BINS; ++bin) claheLookupOwn[bin] = 0u;
    for (int row = 0; row < extent.y; ++row) {
        int y = claheLookupMirrored(corner.y + row, size0.y);
        for (int column = lane; column < extent.x; column += LOCAL_WIDTH) {
            claheLookupOwn[claheLookupBin(corner.x + column, y)] += 1u;
        }
    }
    for (int bin = 0; bin < BINS; ++bin) claheLookupLanes[bin * LOCAL_WIDTH + lane] = claheLookupOwn[bin];
    barrier();
    for (int bin = lane; bin < BINS; bin += LOCAL_WIDTH) {
        uint sum = 0u;
        for (int other = 0; other < LOCAL_WIDTH; ++other) sum += claheLookupLanes[bin * LOCAL_WIDTH + other];
        claheLookupBins[bin] = sum;
    }
    barrier();
}

#else

void claheLookupCount(ivec2 corner, ivec2 extent) {
    int lane = int(gl_LocalInvocationIndex);
    for (int bin = lane; bin < BINS; bin += LOCAL_WIDTH) claheLookupBins[bin] = 0u;
    barrier();
    for (int column = lane; column < extent.x; column += LOCAL_WIDTH) {
        int held = 0;
        uint run = 0u;
        for (int row = 0; row < extent.y; ++row) {
            int bin = claheLookupBin(corner.x + column, claheLookupMirrored(corner.y + row, size0.y));
            if (bin != held) {
                if (run > 0u) atomicAdd(claheLookupBins[held], run);
                held = bin;
                run = 0u;
            }
            ++run;
        }
        atomicAdd(claheLookupBins[held], run);
    }
    barrier();
}

#endif

// The part of a bin that is over the limit goes to all bins alike; the rest to every few-th bin.
void claheLookupLimit(uint limit) {
    int begin = int(gl_LocalInvocationIndex) * CLAHE_SHARE;
    uint own = 0u;
    for (int bin = begin; bin < begin + CLAHE_SHARE; ++bin) {
        uint count = claheLookupBins[bin];
        own += count - min(count, limit);
        claheLookupBins[bin] = min(count, limit);
    }
    uint excess;
    histogramBefore(own, excess);
    uint rest = excess % uint(BINS);
    uint every = max(uint(BINS) / max(rest, 1u), 1u);
    for (int bin = begin; bin < begin + CLAHE_SHARE; ++bin) {
        uint number = uint(bin) / every;
        claheLookupBins[bin] += excess / uint(BINS) + (uint(bin) % every == 0u && number < rest ? 1u : 0u);
    }
    barrier();
}

void claheLookupSum() {
    int begin = int(gl_LocalInvocationIndex) * CLAHE_SHARE;
    uint own = 0u;
    for (int bin = begin; bin < begin + CLAHE_SHARE; ++bin) own += claheLookupBins[bin];
    uint total;
    uint sum = histogramBefore(own, total);
    for (int bin = begin; bin < begin + CLAHE_SHARE; ++bin) {
        sum += claheLookupBins[bin];
        claheLookupBins[bin] = sum;
    }
    barrier();
}

void claheLookup(ClaheLookup p) {
    ivec2 tile = ivec2(gl_WorkGroupID.xy);
    ivec2 extent = claheTileSize(size0);
    float pixels = float(extent.x * extent.y);
    claheLookupCount(tile * extent, extent);
    if (p.clipLimit > 0.0) claheLookupLimit(max(uint(min(p.clipLimit * pixels / float(BINS), pixels)), 1u));
    claheLookupSum();
    int start = (tile.y * TILES_ACROSS + tile.x) * BINS;
    float weight = values0(TILES_ACROSS * TILES_DOWN * BINS) == 1u ? clamp(p.smoothing, 0.0, 1.0) : 0.0;
    for (int bin = int(gl_LocalInvocationIndex); bin < BINS; bin += LOCAL_WIDTH) {
        float own = float(claheLookupBins[bin]) / pixels;
        float next = float(claheLookupBins[min(bin + 1, BINS - 1)]) / pixels;
        result[start + bin] = histogramSmoothed(values0(start + bin), histogramEntry(own, next), weight);
    }
    if (start == 0 && gl_LocalInvocationIndex == 0u) result[TILES_ACROSS * TILES_DOWN * BINS] = 1u;
}
