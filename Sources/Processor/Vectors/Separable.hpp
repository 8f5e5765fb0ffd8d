// Weighs neighbours along columns, then along rows.
//
// Samples are codes in 1/256, weights 1/65536. The same weight's two samples are added before they are multiplied, and each
// product is cut off to 1/256: half a step for each of them is given back at the end.

// Samples of a row that are worked on at a time: what lies around them stays in the first cache.
constexpr int stripCount = 2048;

// Columns: two vectors at a time.
INLINE void weighDown(const uint8_t *const *rows, const ProcessorWeights &weights, int x, uint16_t *to) {
    const int middleRow = weights.downCount - 1;
    WordSamples sums[2];
    for (int part = 0; part < 2; ++part) {
        WordSamples codes = __builtin_convertvector(load<ByteSamples>(rows[middleRow] + x + part * sampleCount), WordSamples);
        sums[part] = upperProduct(codes << 8, weights.down[0]);
    }
    for (int tap = 1; tap <= middleRow; ++tap) {
        const uint8_t *above = rows[middleRow - tap] + x, *below = rows[middleRow + tap] + x;
        for (int part = 0; part < 2; ++part) {
            WordSamples pair = __builtin_convertvector(load<ByteSamples>(above + part * sampleCount), WordSamples)
                + __builtin_convertvector(load<ByteSamples>(below + part * sampleCount), WordSamples);
            // Half of the sum in 1/256; the weight is twice as large.
            sums[part] += upperProduct(pair << 7, weights.down[tap]);
        }
    }
    store(to, sums[0]);
    store(to + sampleCount, sums[1]);
}

// Rows: the same, of sums in 1/256.
INLINE void weighAcross(const uint16_t *from, const ProcessorWeights &weights, int step, uint16_t half, uint8_t *to) {
    WordSamples sums[2];
    for (int part = 0; part < 2; ++part)
        sums[part] = upperProduct(load<WordSamples>(from + part * sampleCount), weights.across[0]);
    for (int tap = 1; tap < weights.acrossCount; ++tap) {
        const uint16_t *before = from - tap * step, *behind = from + tap * step;
        for (int part = 0; part < 2; ++part) {
            WordSamples pair = middle(load<WordSamples>(before + part * sampleCount),
                                      load<WordSamples>(behind + part * sampleCount));
            sums[part] += upperProduct(pair, weights.across[tap]);
        }
    }
    for (int part = 0; part < 2; ++part) {
        WordSamples sum = __builtin_elementwise_add_sat(sums[part], WordSamples(half));
        store(to + part * sampleCount, __builtin_convertvector(sum >> 8, ByteSamples));
    }
}

static void weigh(const ProcessorPlane *source, const ProcessorPlane *target, const ProcessorWeights *weights, int firstRow,
                  int endRow) {
    constexpr int pace = 2 * sampleCount, marginLimit = (PROCESSOR_TAP_LIMIT - 1) * 4 + pace;
    alignas(64) uint16_t line[marginLimit + stripCount + marginLimit];
    const int width = source->width, step = source->step, last = source->height - 1;
    const int radius = weights->downCount - 1, margin = (weights->acrossCount - 1) * step;
    const uint16_t half = (uint16_t)(128 + (weights->downCount + weights->acrossCount) / 2);
    for (int first = 0; first < width; first += stripCount) {
        const int end = first + stripCount < width ? first + stripCount : width;
        // The samples that are weighed along columns: the strip and its neighbours.
        const int low = first > margin ? (first - margin) / pace * pace : 0;
        const int high = end + margin < width ? end + margin : width;
        uint16_t *const origin = line + marginLimit - first;
        for (int y = firstRow; y < endRow; ++y) {
            const uint8_t *rows[2 * PROCESSOR_TAP_LIMIT - 1];
            for (int line = 0; line <= 2 * radius; ++line) {
                int row = y + line - radius;
                rows[line] = source->base + (row < 0 ? 0 : row > last ? last : row) * source->stride;
            }
            // Strips are too short for the processor to see which row is next.
            const uint8_t *next = source->base + (y + radius + 2 > last ? last : y + radius + 2) * source->stride;
            for (int x = low; x < high; x += 64) __builtin_prefetch(next + x);
            // Nothing is read behind a row: the last vectors begin earlier, and a narrow row is copied.
            uint8_t copies[2 * PROCESSOR_TAP_LIMIT - 1][pace];
            if (width < pace) {
                for (int line = 0; line <= 2 * radius; ++line) {
                    __builtin_memcpy(copies[line], rows[line], (size_t)width);
                    rows[line] = copies[line];
                }
                weighDown(rows, *weights, 0, origin);
            } else {
                for (int x = low; x < high; x += pace) {
                    int place = x + pace <= width ? x : width - pace;
                    weighDown(rows, *weights, place, origin + place);
                }
            }
            // Edges repeat.
            if (low == 0)
                for (int index = 1; index <= margin; ++index) origin[-index] = origin[step - 1 - (index - 1) % step];
            if (high == width)
                for (int index = 0; index < margin; ++index) origin[width + index] = origin[width - step + index % step];
            uint8_t *to = target->base + y * target->stride;
            int x = first;
            for (; x + pace <= end; x += pace) weighAcross(origin + x, *weights, step, half, to + x);
            if (x < end) {
                uint8_t part[pace];
                weighAcross(origin + x, *weights, step, half, part);
                __builtin_memcpy(to + x, part, (size_t)(end - x));
            }
        }
    }
}
