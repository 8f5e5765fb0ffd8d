// Places random pictures of all patterns of rows, and prints a number that each of their pixels changes: the same for every kind of
// processor. PlacingTests compare this processor's pixels with plain arithmetic.

#include "ProcessorVectors.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static uint64_t state = 1;
static uint32_t random(uint32_t end) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % end;
}

static ProcessorSteps steps(double from, double length, int count) {
    const double step = length / count;
    const int64_t wide = llround(step * 16777216), first = llround(((from + step / 2) * 256 - 128) * 65536) + 32768;
    return {(int32_t)(wide >> 16), (uint32_t)(wide & 0xffff), (int32_t)(first >> 16), (uint32_t)(first & 0xffff)};
}

static ProcessorSteps way(int length, int count) {
    return random(2) ? steps(0, length, count) : steps(length, -length, count);
}

int main() {
    typedef std::vector<ProcessorChannel> Row;
    // plane, offset, step, word, bits, shift, columnShift, rowShift
    const Row rows[] = {
        {{0, 0, 8, 8, 8, 0, 0, 0}, {1, 0, 16, 8, 8, 0, 1, 1}, {1, 8, 16, 8, 8, 0, 1, 1}},
        {{0, 0, 16, 8, 8, 0, 0, 0}, {0, 8, 32, 8, 8, 0, 1, 0}, {0, 24, 32, 8, 8, 0, 1, 0}},
        {{0, 0, 8, 8, 8, 0, 0, 0}, {1, 0, 8, 8, 8, 0, 2, 0}, {2, 0, 8, 8, 8, 0, 2, 0}},
        {{0, 0, 24, 8, 8, 0, 0, 0}, {0, 8, 24, 8, 8, 0, 0, 0}, {0, 16, 24, 8, 8, 0, 0, 0}},
        {{0, 16, 32, 8, 8, 0, 0, 0}, {0, 8, 32, 8, 8, 0, 0, 0}, {0, 0, 32, 8, 8, 0, 0, 0}},
        {{0, 0, 16, 16, 10, 6, 0, 0}, {1, 0, 32, 16, 10, 6, 1, 1}, {1, 16, 32, 16, 10, 6, 1, 1}},
        {{0, 0, 16, 16, 5, 11, 0, 0}, {0, 0, 16, 16, 6, 5, 0, 0}, {0, 0, 16, 16, 5, 0, 0, 0}},
        {{0, 0, 8, 8, 8, 0, 0, 0}},
    };
    uint64_t sum = 14695981039346656037u;
    for (int n = 0; n < 800; ++n) {
        const Row &row = rows[n % (sizeof rows / sizeof *rows)];
        ProcessorPlacement placement = {};
        placement.channelCount = (int)row.size();
        for (size_t channel = 0; channel < row.size(); ++channel) placement.channels[channel] = row[channel];
        placement.width = 1 + (int)random(150);
        placement.height = 1 + (int)random(12);
        placement.isBlueFirst = random(2);
        placement.isTurned = random(2);
        placement.isLinear = random(3) > 0;
        placement.isInFirstColumn = random(2);
        placement.isInFirstRow = random(2);
        placement.count = placement.isLinear ? 1 + (int)random(220) : placement.width;
        placement.rowCount = placement.isLinear ? 1 + (int)random(30) : placement.height;
        placement.columns = way(placement.width, placement.count);
        placement.rows = way(placement.height, placement.rowCount);
        const bool isColor = row.size() == 1 || row[1].step == row[0].step;
        const int16_t colors[3][4] = {{8192, 0, 0, 4112}, {0, 8192, 0, 4112}, {0, 0, 8192, 4112}};
        const int16_t chroma[3][4] = {{9539, 0, 13075, -7100}, {9539, -3209, -6660, 4500}, {9539, 16525, 0, -8800}};
        for (int color = 0; color < 3; ++color)
            for (int weight = 0; weight < 4; ++weight)
                placement.weights[color][weight] = isColor ? colors[color][weight] : chroma[color][weight];

        std::vector<std::vector<uint8_t>> memories(3, std::vector<uint8_t>(150 * 4 * 12 + 64));
        ProcessorPlanes planes = {};
        for (int plane = 0; plane < 3; ++plane) {
            for (uint8_t &byte : memories[plane]) byte = (uint8_t)random(256);
            planes.planes[plane] = memories[plane].data();
            planes.strides[plane] = 150 * 4;
        }
        void *memory = aligned_alloc(64, (processor_placing_size(&placement) + 63) / 64 * 64);
        processor_prepare_placing(&placement, memory);
        const int width = placement.isTurned ? placement.rowCount : placement.count;
        const int height = placement.isTurned ? placement.count : placement.rowCount;
        std::vector<uint8_t> target((size_t)(width * height) * 4);
        processor_place(&placement, memory, &planes, target.data(), width * 4);
        free(memory);
        for (uint8_t byte : target) sum = (sum ^ byte) * 1099511628211u;
    }
    printf("%016llx\n", (unsigned long long)sum);
}
