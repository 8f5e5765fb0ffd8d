// A blur that is wide in comparison to what it leaves visible: means over blocks, weighed, and laid back between the blocks'
// middles. There is a block more on each side, because edges repeat.

INLINE int atMost(int value, int limit) { return value < limit ? value : limit; }

// MARK: Smaller

// Adds up some samples of a block's rows; `to` is where the row's first sample would go.
static void addRows(const ProcessorPlane &source, int firstRow, int rowCount, int x, int end, uint16_t *to) {
    for (; x < end; x += sampleCount) {
        const int place = source.width < sampleCount ? 0 : atMost(x, source.width - sampleCount);
        WordSamples sum = WordSamples(0);
        for (int line = 0; line < rowCount; ++line) {
            const int y = firstRow + line;
            const uint8_t *row = source.base + (y < 0 ? 0 : atMost(y, source.height - 1)) * source.stride;
            ByteSamples codes = ByteSamples(0);
            // The next block's row.
            __builtin_prefetch(source.base + atMost(y + rowCount, source.height - 1) * source.stride + place);
            // Nothing is read behind a row.
            if (source.width < sampleCount) __builtin_memcpy(&codes, row, (size_t)source.width);
            else codes = load<ByteSamples>(row + place);
            sum += __builtin_convertvector(codes, WordSamples);
        }
        store(to + place, sum);
    }
}

// Adds up the samples of blocks; a block's begin side by side.
template <int step> INLINE void addColumns(const uint16_t *sums, int factor, int count, float scale, float *to) {
    for (int block = 0; block < count; ++block, sums += factor * step, to += step) {
        uint32_t sum[step] = {};
        for (int sample = 0; sample < factor; ++sample)
            for (int channel = 0; channel < step; ++channel) sum[channel] += sums[sample * step + channel];
        for (int channel = 0; channel < step; ++channel) to[channel] = (float)sum[channel] * scale;
    }
}

// The means of a row of blocks.
static void shrinkRow(const ProcessorPlane &source, const ProcessorBlocks &blur, int block, float *to) {
    constexpr int partCount = 2048;
    // The edge's last sample may lie a block before the first one.
    constexpr int lead = PROCESSOR_FACTOR_LIMIT * 4 + sampleCount;
    uint16_t sums[lead + partCount + sampleCount];
    const int step = source.step, factor = blur.across.factor, samples = source.width / step;
    const int blocks = partCount / (factor * step);
    const float scale = 1.0f / (float)(factor * blur.down.factor);
    for (int first = 0; first < blur.columns; first += blocks) {
        const int count = atMost(blocks, blur.columns - first);
        // The block before the first one repeats the edge.
        const int low = (first - 1) * factor, high = low + count * factor;
        const int begin = low < 0 ? 0 : atMost(low, samples - 1), end = atMost(high < 1 ? 1 : high, samples);
        uint16_t *const origin = sums + lead - low * step;
        addRows(source, block * blur.down.factor, blur.down.factor, begin * step, end * step, origin);
        for (int index = low * step; index < 0; ++index) origin[index] = origin[((index % step) + step) % step];
        for (int index = end * step; index < high * step; ++index) origin[index] = origin[index - step];
        const uint16_t *from = origin + low * step;
        float *means = to + first * step;
        if (step == 1) addColumns<1>(from, factor, count, scale, means);
        else if (step == 2) addColumns<2>(from, factor, count, scale, means);
        else addColumns<4>(from, factor, count, scale, means);
    }
}

// Weighs neighbours along a row, in place; edges repeat.
static void weighRow(float *row, int count, int step, const ProcessorAxis &axis) {
    constexpr int partCount = 512, marginLimit = (PROCESSOR_TAP_LIMIT - 1) * 4;
    float line[marginLimit + partCount + marginLimit + sampleCount];
    const int margin = (axis.weightCount - 1) * step;
    // The line holds what lies around a part as it was.
    for (int index = 0; index < margin; ++index) line[index] = row[index % step];
    int held = margin;
    for (int first = 0; first < count; first += partCount) {
        const int end = atMost(first + partCount, count);
        for (int place = first - margin + held; place < end + margin; ++place, ++held)
            line[held] = place < count ? row[place] : line[held - step];
        for (int x = first; x < end; x += sampleCount) {
            const float *from = line + margin + x - first;
            FloatSamples sum = load<FloatSamples>(from) * axis.weights[0];
            for (int tap = 1; tap < axis.weightCount; ++tap)
                sum += (load<FloatSamples>(from - tap * step) + load<FloatSamples>(from + tap * step))
                    * axis.weights[tap];
            if (x + sampleCount <= end) store(row + x, sum);
            else __builtin_memcpy(row + x, &sum, (size_t)(end - x) * sizeof(float));
        }
        held = 2 * margin;
        __builtin_memmove(line, line + partCount, (size_t)held * sizeof(float));
    }
}

static void shrink(const ProcessorPlane *source, const ProcessorBlocks *blur, int firstRow, int endRow) {
    for (int row = firstRow; row < endRow; ++row) {
        float *to = blur->values + row * blur->stride;
        shrinkRow(*source, *blur, row - 1, to);
        weighRow(to, blur->columns * source->step, source->step, blur->across);
    }
}

// MARK: Larger

// The first sample behind a block's middle; as many as a block has lie between it and the next block's middle.
INLINE int firstBehind(int block, int factor) { return block * factor - (factor + 1) / 2; }
// The samples' distances on the way to the next block.
INLINE float way(int sample, int factor) { return ((float)sample + (factor % 2 ? 0.0f : 0.5f)) / (float)factor; }

typedef float QuadLanes __attribute__((ext_vector_type(4)));

// A vector of a block's channels, repeated.
template <int step> INLINE FloatLanes repeated(const float *values) {
    if constexpr (step == 1) return FloatLanes(values[0]);
    QuadLanes quad = load<QuadLanes>(values);
    if constexpr (step == 2)
        return __builtin_shufflevector(quad, quad, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1);
    return __builtin_shufflevector(quad, quad, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
}

// Lays samples between values of blocks, in 1/256.
template <int step>
INLINE void widen(const float *values, int count, int factor, const float *ways, uint16_t *to) {
    for (int block = 0; block < count; ++block, values += step, to += factor * step) {
        FloatLanes a = repeated<step>(values), b = repeated<step>(values + step);
        b -= a;
        for (int x = 0; x < factor * step; x += laneCount) {
            FloatLanes value = (a + b * load<FloatLanes>(ways + x)) * 256.0f + 0.5f;
            IntLanes whole = __builtin_convertvector(value, IntLanes);
            store(to + x, __builtin_convertvector(whole, ShortLanes));
        }
    }
}

// A strip of columns at full width.
struct WideStrip {
    static constexpr int factorLimit = PROCESSOR_FACTOR_LIMIT * 4;
    // A part of the target's rows, and the blocks around it.
    int first, end, firstBlock, blockCount;
    float ways[factorLimit + laneCount];
    // Of two rows of blocks.
    uint16_t lines[2][factorLimit + stripCount + factorLimit + 2 * sampleCount];
};

static void fill(const ProcessorBlocks &blur, int step, int row, WideStrip &strip, uint16_t *to) {
    float values[stripCount + 4 * 4 + 2 * sampleCount];
    const int middleTap = blur.down.weightCount - 1, begin = strip.firstBlock * step;
    for (int x = 0; x < (strip.blockCount + 1) * step; x += sampleCount) {
        FloatSamples sum = load<FloatSamples>(blur.values + row * blur.stride + begin + x) * blur.down.weights[0];
        for (int tap = 1; tap <= middleTap; ++tap) {
            const int above = row - tap < 0 ? 0 : row - tap, below = atMost(row + tap, blur.rows - 1);
            sum += (load<FloatSamples>(blur.values + above * blur.stride + begin + x)
                    + load<FloatSamples>(blur.values + below * blur.stride + begin + x)) * blur.down.weights[tap];
        }
        store(values + x, sum);
    }
    to += WideStrip::factorLimit + firstBehind(strip.firstBlock, blur.across.factor) * step - strip.first;
    if (step == 1) widen<1>(values, strip.blockCount, blur.across.factor, strip.ways, to);
    else if (step == 2) widen<2>(values, strip.blockCount, blur.across.factor, strip.ways, to);
    else widen<4>(values, strip.blockCount, blur.across.factor, strip.ways, to);
}

static void lay(const ProcessorPlane &target, const ProcessorBlocks &blur, WideStrip &strip, int firstRow, int endRow) {
    const int factor = blur.down.factor, offset = (factor + 1) / 2;
    int known = -1;
    uint16_t *above = strip.lines[0], *below = strip.lines[1];
    for (int y = firstRow; y < endRow; ++y) {
        const int block = (y + offset) / factor;
        if (block != known) {
            if (known >= 0) {
                uint16_t *line = above;
                above = below, below = line;
            } else {
                fill(blur, target.step, block, strip, above);
            }
            fill(blur, target.step, block + 1, strip, below);
            known = block;
        }
        const int part = (int)(way((y + offset) % factor, factor) * 65536.0f + 0.5f);
        const uint16_t high = (uint16_t)part, low = (uint16_t)atMost(65536 - part, 65535);
        uint8_t *to = target.base + y * target.stride + strip.first;
        const uint16_t *first = above + WideStrip::factorLimit, *second = below + WideStrip::factorLimit;
        const int count = strip.end - strip.first;
        for (int x = 0; x < count; x += sampleCount) {
            // Half a code, and half a step for each of the products.
            WordSamples sum = upperProduct(load<WordSamples>(first + x), low)
                + upperProduct(load<WordSamples>(second + x), high) + (uint16_t)129;
            ByteSamples codes = __builtin_convertvector(sum >> 8, ByteSamples);
            if (x + sampleCount <= count) store(to + x, codes);
            else __builtin_memcpy(to + x, &codes, (size_t)(count - x));
        }
    }
}

static void enlarge(const ProcessorPlane *target, const ProcessorBlocks *blur, int firstRow, int endRow) {
    const int factor = blur->across.factor, step = target->step, offset = (factor + 1) / 2;
    WideStrip strip;
    for (int x = 0; x < factor * step + laneCount; ++x) strip.ways[x] = way(x / step, factor);
    for (int first = 0; first < target->width; first += stripCount) {
        strip.first = first;
        strip.end = atMost(first + stripCount, target->width);
        strip.firstBlock = (first / step + offset) / factor;
        strip.blockCount = ((strip.end - 1) / step + offset) / factor - strip.firstBlock + 1;
        lay(*target, *blur, strip, firstRow, endRow);
    }
}
