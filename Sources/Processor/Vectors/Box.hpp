// Means over rectangles, at the same cost whatever their size: sums over columns go on from row to row, and sums along rows
// are differences of running sums. All in whole numbers, exact up to the last rounding.

constexpr int boxMarginLimit = (PROCESSOR_RADIUS_LIMIT + 2) * 4;

template <int count> INLINE WordLanes pushed(WordLanes a) {
    const WordLanes zero = WordLanes(0);
    if constexpr (count == 1)
        return __builtin_shufflevector(zero, a, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
    if constexpr (count == 2)
        return __builtin_shufflevector(zero, a, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    if constexpr (count == 4)
        return __builtin_shufflevector(zero, a, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    return __builtin_shufflevector(zero, a, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
}

// A vector of the last sample's channels, repeated.
template <int step> INLINE WordLanes lastRepeated(WordLanes a) {
    if constexpr (step == 1)
        return __builtin_shufflevector(a, a, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15);
    if constexpr (step == 2)
        return __builtin_shufflevector(a, a, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15);
    return __builtin_shufflevector(a, a, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15);
}

// Replaces each sample by the sum of all up to it.
template <int step> INLINE void runSums(uint32_t *line, int count) {
    WordLanes before = WordLanes(0);
    for (int x = 0; x < count; x += laneCount) {
        WordLanes sum = load<WordLanes>(line + x);
        if constexpr (step == 1) sum += pushed<1>(sum);
        if constexpr (step <= 2) sum += pushed<2>(sum);
        sum += pushed<4>(sum);
        sum += pushed<8>(sum);
        sum += before;
        store(line + x, sum);
        before = lastRepeated<step>(sum);
    }
}

// Sixteen samples of a row, or what there is of them.
INLINE WordLanes rowCodes(const uint8_t *row, int x, int width) {
    if (x + laneCount <= width) return __builtin_convertvector(load<ByteLanes>(row + x), WordLanes);
    ByteLanes codes = ByteLanes(0);
    __builtin_memcpy(&codes, row + x, (size_t)(width - x));
    return __builtin_convertvector(codes, WordLanes);
}

template <int step>
INLINE void boxStrip(const ProcessorPlane &source, const ProcessorPlane &target, const ProcessorBox &box, int first, int firstRow,
                     int endRow) {
    alignas(64) uint32_t sums[boxMarginLimit + stripCount + boxMarginLimit + laneCount];
    alignas(64) uint32_t line[boxMarginLimit + stripCount + boxMarginLimit + 2 * laneCount];
    const int width = source.width, last = source.height - 1, end = atMost(first + stripCount, width);
    const int radius = box.acrossRadius, margin = (radius + 2) * step;
    const int low = first > margin ? first - margin : 0, high = atMost(end + margin, width);
    const uint32_t across = (uint32_t)box.acrossEnd, down = (uint32_t)box.downEnd;
    // Sides in quarters.
    const int side = 8 * radius + 4 + 2 * box.acrossEnd, height = 8 * box.downRadius + 4 + 2 * box.downEnd;
    const float scale = 1.0f / ((float)side * (float)height);
    uint32_t *const origin = line + boxMarginLimit - first;
    for (int x = low; x < high; x += laneCount) {
        WordLanes sum = WordLanes(0);
        for (int row = firstRow - box.downRadius - 1; row < firstRow + box.downRadius; ++row)
            sum += rowCodes(source.base + (row < 0 ? 0 : atMost(row, last)) * source.stride, x, width);
        store(sums + x - low, sum);
    }
    for (int y = firstRow; y < endRow; ++y) {
        const int above = y - box.downRadius - 1, below = y + box.downRadius;
        const uint8_t *leaving = source.base + (above < 0 ? 0 : above) * source.stride;
        const uint8_t *entering = source.base + atMost(below, last) * source.stride;
        const uint8_t *next = source.base + atMost(below + 1, last) * source.stride;
        const uint8_t *overNext = source.base + atMost(below + 2, last) * source.stride;
        for (int x = low; x < high; x += laneCount) {
            __builtin_prefetch(overNext + x);
            WordLanes gone = rowCodes(leaving, x, width);
            WordLanes sum = load<WordLanes>(sums + x - low) + rowCodes(entering, x, width) - gone;
            store(sums + x - low, sum);
            store(origin + x, sum * 4 + (gone + rowCodes(next, x, width)) * down);
        }
        // Edges repeat.
        if (low == 0)
            for (int index = 1; index <= margin - first; ++index) origin[-index] = origin[step - 1 - (index - 1) % step];
        for (int index = high; index < end + margin; ++index) origin[index] = origin[index - step];
        runSums<step>(origin + first - margin, end - first + 2 * margin);
        uint8_t *to = target.base + y * target.stride;
        for (int x = first; x < end; x += laneCount) {
            const uint32_t *high = origin + x + radius * step, *low = origin + x - (radius + 1) * step;
            WordLanes upTo = load<WordLanes>(high), before = load<WordLanes>(low);
            WordLanes ends = load<WordLanes>(high + step) - upTo + before - load<WordLanes>(low - step);
            WordLanes sum = (upTo - before) * 4 + ends * across;
            FloatLanes mean = __builtin_convertvector((IntLanes)sum, FloatLanes) * scale + 0.5f;
            ByteLanes codes = __builtin_convertvector(__builtin_convertvector(mean, IntLanes), ByteLanes);
            if (x + laneCount <= end) store(to + x, codes);
            else __builtin_memcpy(to + x, &codes, (size_t)(end - x));
        }
    }
}

static void takeMeans(const ProcessorPlane *source, const ProcessorPlane *target, const ProcessorBox *box, int firstRow, int endRow) {
    for (int first = 0; first < source->width; first += stripCount) {
        if (source->step == 1) boxStrip<1>(*source, *target, *box, first, firstRow, endRow);
        else if (source->step == 2) boxStrip<2>(*source, *target, *box, first, firstRow, endRow);
        else boxStrip<4>(*source, *target, *box, first, firstRow, endRow);
    }
}
