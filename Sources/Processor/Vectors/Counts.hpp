// Counts how often each code occurs.

// Neighbours are often the same, and a bin cannot be counted up again before its last count has been stored: each byte of
// eight has bins of its own.
constexpr int binSetCount = 8;
typedef uint32_t BinSets[binSetCount][256];

// Counts the samples of a row, `step` bytes apart.
template <int step> INLINE void countRow(const uint8_t *row, int count, BinSets &sets) {
    constexpr int wordCount = step == 4 ? 4 : 2, samples = 8 / step;
    int x = 0;
    // Behind the last sample nothing is read.
    for (; x * step + wordCount * 8 <= (count - 1) * step + 1; x += wordCount * samples) {
        uint64_t words[wordCount];
        __builtin_memcpy(words, row + x * step, sizeof words);
        for (int word = 0; word < wordCount; ++word)
            for (int sample = 0; sample < samples; ++sample)
                ++sets[(word * samples + sample) & 7][words[word] >> sample * step * 8 & 255];
    }
    for (; x < count; ++x) ++sets[x & 7][row[x * step]];
}

INLINE void addBins(const BinSets &sets, uint32_t *bins) {
    for (int set = 0; set < binSetCount; ++set)
        for (int code = 0; code < 256; ++code) bins[code] += sets[set][code];
}

static void countCodes(const ProcessorPlane *plane, int firstRow, int endRow, uint32_t *bins) {
    BinSets sets = {};
    const int count = plane->width / plane->step;
    for (int y = firstRow; y < endRow; ++y) {
        const uint8_t *row = plane->base + y * plane->stride;
        switch (plane->step) {
        case 1: countRow<1>(row, count, sets); break;
        case 2: countRow<2>(row, count, sets); break;
        default: countRow<4>(row, count, sets);
        }
    }
    addBins(sets, bins);
}

// Two pixels at a time; alpha is often the same everywhere and seldom wanted.
template <int channels> INLINE void countPixels(const uint8_t *row, int count, BinSets &sets) {
    int x = 0;
    for (; x + 4 <= count; x += 4) {
        uint64_t words[2];
        __builtin_memcpy(words, row + x * 4, sizeof words);
        for (int word = 0; word < 2; ++word)
            for (int channel = 0; channel < channels; ++channel) {
                ++sets[channel][words[word] >> channel * 8 & 255];
                ++sets[4 + channel][words[word] >> (32 + channel * 8) & 255];
            }
    }
    for (; x < count; ++x)
        for (int channel = 0; channel < channels; ++channel) ++sets[channel][row[x * 4 + channel]];
}

static void countChannels(const ProcessorPlane *plane, int channelCount, int firstRow, int endRow, uint32_t *bins) {
    BinSets sets = {};
    for (int y = firstRow; y < endRow; ++y) {
        const uint8_t *row = plane->base + y * plane->stride;
        if (channelCount == 3) countPixels<3>(row, plane->width / 4, sets);
        else countPixels<4>(row, plane->width / 4, sets);
    }
    for (int set = 0; set < binSetCount; ++set)
        if (set % 4 < channelCount)
            for (int code = 0; code < 256; ++code) bins[set % 4 * 256 + code] += sets[set][code];
}

static void sumChannels(const ProcessorPlane *plane, int firstRow, int endRow, uint64_t *sums) {
    const int width = plane->width / 4;
    for (int y = firstRow; y < endRow; ++y) {
        const uint8_t *row = plane->base + y * plane->stride;
        // Words of 16 bits hold 257 codes.
        for (int first = 0; first < width; first += 256 * laneCount) {
            const int end = width - first < 256 * laneCount ? width : first + 256 * laneCount;
            WordLanes evens = WordLanes(0), odds = WordLanes(0);
            for (int x = first; x < end; x += laneCount) {
                WordLanes pixels = WordLanes(0);
                if (x + laneCount <= end) pixels = load<WordLanes>(row + x * 4);
                else __builtin_memcpy(&pixels, row + x * 4, (size_t)(end - x) * 4);
                evens += pixels & 0x00ff00ff;
                odds += pixels >> 8 & 0x00ff00ff;
            }
            sums[0] += __builtin_reduce_add(evens & 0xffff), sums[1] += __builtin_reduce_add(odds & 0xffff);
            sums[2] += __builtin_reduce_add(evens >> 16), sums[3] += __builtin_reduce_add(odds >> 16);
        }
    }
}

// To the nearest code. A sum is a whole number below 2²², so that this is exact: the quotient's error is smaller than what
// the half puts between it and the next code.
INLINE ByteLanes luminanceCodes(const uint8_t *from) {
    IntLanes pixels = load<IntLanes>(from);
    IntLanes sum = (pixels & 255) * 2125 + (pixels >> 8 & 255) * 7154 + (pixels >> 16 & 255) * 721;
    FloatLanes codes = (__builtin_convertvector(sum, FloatLanes) + 5000.5f) * 1e-4f;
    return __builtin_convertvector(__builtin_convertvector(codes, IntLanes), ByteLanes);
}

static void countLuminances(const ProcessorPlane *plane, int firstRow, int endRow, uint32_t *bins) {
    constexpr int partCount = 1024;
    BinSets sets = {};
    const int width = plane->width / 4;
    for (int y = firstRow; y < endRow; ++y) {
        const uint8_t *row = plane->base + y * plane->stride;
        for (int first = 0; first < width; first += partCount) {
            uint8_t codes[partCount];
            const int count = width - first < partCount ? width - first : partCount;
            int x = 0;
            for (; x + laneCount <= count; x += laneCount) store(codes + x, luminanceCodes(row + (first + x) * 4));
            if (x < count) {
                uint8_t tail[laneCount * 4] = {};
                __builtin_memcpy(tail, row + (first + x) * 4, (size_t)(count - x) * 4);
                store(codes + x, luminanceCodes(tail));
            }
            countRow<1>(codes, count, sets);
        }
    }
    addBins(sets, bins);
}
