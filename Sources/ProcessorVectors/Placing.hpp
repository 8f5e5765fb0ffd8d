// Rows of pictures become rows of the window's pixels, with the arithmetic of Picture.glsl, bit by bit.
//
// Samples travel as 16-bit numbers: those between two rows have 15 bits, those on the way to colours are in 1/256 above the
// middle code. Nothing is allocated: tables and rows lie in memory that the caller gives.

constexpr uint16_t middleCode = 0x8000;

// MARK: Pixels

// The upper halves of products; the compiler has one instruction for it.
INLINE ShortSamples upperProduct(ShortSamples value, ShortSamples weight) {
    IntSamples product = __builtin_convertvector(value, IntSamples) * __builtin_convertvector(weight, IntSamples);
    return __builtin_convertvector(product >> 16, ShortSamples);
}

INLINE ShortSamples widened(ByteSamples codes) { return __builtin_convertvector(codes, ShortSamples); }

// The codes of sums.
INLINE ShortSamples codes(ShortSamples sums) {
    return __builtin_elementwise_min(__builtin_elementwise_max(sums >> 5, ShortSamples(0)), ShortSamples(255));
}

// Pixels of the sums for red, green and blue.
template <bool isBlueFirst> INLINE LongSamples pixelWords(ShortSamples red, ShortSamples green, ShortSamples blue) {
    ShortSamples low = codes(isBlueFirst ? blue : red) | codes(green) << 8, high = codes(isBlueFirst ? red : blue) | (int16_t)0xff00;
    return (LongSamples)__builtin_shufflevector(
        low, high, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47,
        16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55, 24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62,
        31, 63);
}

// The parts of colour differences in the sums for red, green and blue.
struct Chroma {
    ShortSamples red, green, blue;
};

INLINE Chroma chroma(ShortSamples second, ShortSamples third, const int16_t (*weights)[4]) {
    return {upperProduct(third, weights[0][2]) + weights[0][3],
            upperProduct(second, weights[1][1]) + upperProduct(third, weights[1][2]) + weights[1][3],
            upperProduct(second, weights[2][1]) + weights[2][3]};
}

template <bool isBlueFirst> INLINE LongSamples pixelWords(ShortSamples luma, const Chroma &chroma, const int16_t (*weights)[4]) {
    luma = upperProduct(luma, weights[0][0]);
    return pixelWords<isBlueFirst>(luma + chroma.red, luma + chroma.green, luma + chroma.blue);
}

// MARK: Rows of samples

// A row of samples becomes pixels; luma weighs the same in all three colours, and so do red, green and blue themselves.
template <bool isBlueFirst, bool hasChroma>
static void convert(const int16_t *const *rows, const int16_t (*weights)[4], int count, uint8_t *to) {
    for (int x = 0; x < count; x += sampleCount) {
        ShortSamples first = load<ShortSamples>(rows[0] + x), second = load<ShortSamples>(rows[1] + x),
                   third = load<ShortSamples>(rows[2] + x);
        LongSamples pixels;
        if (hasChroma) {
            pixels = pixelWords<isBlueFirst>(first, chroma(second, third, weights), weights);
        } else {
            const int16_t weight = weights[0][0], constant = weights[0][3];
            pixels = pixelWords<isBlueFirst>(upperProduct(first, weight) + constant, upperProduct(second, weight) + constant,
                                             upperProduct(third, weight) + constant);
        }
        if (x + sampleCount <= count)
            store(to + x * 4, pixels);
        else
            __builtin_memcpy(to + x * 4, &pixels, (size_t)(count - x) * 4);
    }
}

// MARK: The same, pixel for pixel, of formats whose pixels share colour differences by twos

// Two vectors, those of even places and those of odd ones.
template <class Samples> INLINE void storeInTurn(void *to, Samples even, Samples odd) {
    store(to, __builtin_shufflevector(
        even, odd, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47,
        16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55, 24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62,
        31, 63));
}

INLINE ShortSamples lowerCodes(ShortSamples words) { return (words << 8) ^ (int16_t)middleCode; }
INLINE ShortSamples upperCodes(ShortSamples words) { return (words & (int16_t)0xff00) ^ (int16_t)middleCode; }

// The words at even and at odd places of sixteen and sixteen more.
INLINE ShortSamples evenWords(ShortSamples a, ShortSamples b) {
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60,
        62);
}
INLINE ShortSamples oddWords(ShortSamples a, ShortSamples b) {
    return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61,
        63);
}

// Thirty-two pixels from each row's first byte.
template <ProcessorSamples samples, bool isBlueFirst>
INLINE void convertPairs(const uint8_t *const *rows, int x, const int16_t (*weights)[4], uint8_t *to) {
    ShortSamples even, odd, second, third;
    if (samples == PROCESSOR_SEMI_PLANAR || samples == PROCESSOR_PLANAR) {
        ShortSamples luma = load<ShortSamples>(rows[0] + x);
        even = lowerCodes(luma), odd = upperCodes(luma);
        if (samples == PROCESSOR_SEMI_PLANAR) {
            ShortSamples pair = load<ShortSamples>(rows[1] + x);
            second = lowerCodes(pair), third = upperCodes(pair);
        } else {
            second = lowerCodes(widened(load<ByteSamples>(rows[1] + x / 2)));
            third = lowerCodes(widened(load<ByteSamples>(rows[2] + x / 2)));
        }
    } else {
        ShortSamples low = load<ShortSamples>(rows[0] + x * 2), high = load<ShortSamples>(rows[0] + x * 2 + 64);
        ShortSamples evens = evenWords(low, high), odds = oddWords(low, high);
        if (samples == PROCESSOR_YUYV)
            even = lowerCodes(evens), odd = lowerCodes(odds), second = upperCodes(evens), third = upperCodes(odds);
        else
            even = upperCodes(evens), odd = upperCodes(odds), second = lowerCodes(evens), third = lowerCodes(odds);
    }
    Chroma shared = chroma(second, third, weights);
    storeInTurn(to, pixelWords<isBlueFirst>(even, shared, weights), pixelWords<isBlueFirst>(odd, shared, weights));
}

// MARK: Between two rows

// Parts of two rows' codes: sums of 16 bits, halved.
struct Blend {
    uint16_t above, below;

    INLINE_MEMBER ShortSamples operator()(WordSamples a, WordSamples b) const { return (ShortSamples)((a * above + b * below) >> 1); }
};

// Bytes that follow each other.
static int blendBytes(const uint8_t *above, const uint8_t *below, Blend blend, int count, int16_t *to) {
    const int whole = count & -sampleCount;
    for (int x = 0; x < whole; x += sampleCount)
        store(to + x, blend((WordSamples)widened(load<ByteSamples>(above + x)), (WordSamples)widened(load<ByteSamples>(below + x))));
    return whole;
}

// Any samples, one after another.
static void blendSamples(const ProcessorChannel &channel, const uint8_t *above, const uint8_t *below, Blend blend, int first, int count,
                         int16_t *to) {
    withReader(channel, [=](auto sample) {
        for (int x = first; x < count; ++x) to[x] = (int16_t)((sample(above, x) * blend.above + sample(below, x) * blend.below) >> 9);
    });
}

// Bytes of two kinds in turn.
static int blendPairs(const uint8_t *above, const uint8_t *below, Blend blend, int count, int16_t *even, int16_t *odd) {
    const int whole = count & -sampleCount;
    for (int x = 0; x < whole; x += sampleCount) {
        WordSamples a = load<WordSamples>(above + x * 2), b = load<WordSamples>(below + x * 2);
        store(even + x, blend(a & 255, b & 255));
        store(odd + x, blend(a >> 8, b >> 8));
    }
    return whole;
}

// Sums of two kinds in turn.
static void partPairs(const int16_t *from, int count, int16_t *even, int16_t *odd) {
    for (int x = 0; x < count; x += sampleCount) {
        ShortSamples low = load<ShortSamples>(from + x * 2), high = load<ShortSamples>(from + x * 2 + sampleCount);
        store(even + x, evenWords(low, high));
        store(odd + x, oddWords(low, high));
    }
}

// Sums of three kinds in turn, half a vector of each at a time: a quarter of it is read twice.
static void partThirds(const int16_t *from, int count, int16_t *const *to) {
    for (int x = 0; x < count; x += sampleCount / 2) {
        ShortSamples low = load<ShortSamples>(from + x * 3), high = load<ShortSamples>(from + x * 3 + sampleCount / 2);
        store(to[0] + x, __builtin_shufflevector(low, high, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 49, 52, 55, 58, 61));
        store(to[1] + x, __builtin_shufflevector(low, high, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 50, 53, 56, 59, 62));
        store(to[2] + x, __builtin_shufflevector(low, high, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 48, 51, 54, 57, 60, 63));
    }
}

// MARK: Across a row

// The ways to fetch samples and those behind them.
enum Reach {
    // Each pair by its place.
    REACH_EACH,
    // Eight samples lie among eight.
    REACH_NEAR,
    // Four pairs lie among eight samples.
    REACH_PAIRS,
    // Thirty-two samples lie among thirty-two, or among sixty-four.
    REACH_WINDOW,
    REACH_WIDE_WINDOW,
};

// The places of neighbours in a row, by groups, and the weights of the second ones.
struct Across {
    Reach reach;
    int32_t *bases;
    uint8_t *controls;
    int16_t *weights;
};

INLINE int groupCount(Reach reach) {
    return reach == REACH_EACH ? 1 : reach == REACH_NEAR ? 8 : reach == REACH_PAIRS ? 4 : 32;
}

// Bytes of a group's order.
INLINE int controlCount(Reach reach) { return reach == REACH_EACH ? 0 : reach >= REACH_WINDOW ? 64 : 16; }

INLINE void parted(IntSamples pairs, ShortSamples &low, ShortSamples &high) {
    low = __builtin_convertvector(pairs, ShortSamples);
    high = __builtin_convertvector(pairs >> 16, ShortSamples);
}

#if defined(PROCESSOR_HAS_TABLES)
constexpr Reach reaches[] = {REACH_WINDOW, REACH_WIDE_WINDOW, REACH_EACH};
#elif defined(PROCESSOR_GATHERS_EIGHT) || defined(__aarch64__)
constexpr Reach reaches[] = {REACH_NEAR, REACH_PAIRS, REACH_EACH};

typedef uint8_t Order __attribute__((ext_vector_type(16)));

INLINE Order ordered(const int16_t *from, const uint8_t *control) {
#if defined(__aarch64__)
    return vqtbl1q_u8(load<uint8x16_t>(from), load<uint8x16_t>(control));
#else
    return (Order)_mm_shuffle_epi8(load<__m128i>(from), load<__m128i>(control));
#endif
}
#else
constexpr Reach reaches[] = {REACH_EACH};
#endif

template <Reach reach> INLINE void fetch(const Across &across, const int16_t *row, int x, ShortSamples &low, ShortSamples &high) {
    const int32_t *bases = across.bases + x / groupCount(reach);
    const uint8_t *controls = across.controls + x / groupCount(reach) * controlCount(reach);
    switch (reach) {
    case REACH_EACH: {
        typedef int32_t Eight __attribute__((ext_vector_type(8)));
        IntSamples pairs;
        for (int n = 0; n < sampleCount; n += 8) {
            const auto pair = [&](int lane) { return load<int32_t>(row + bases[n + lane]); };
            Eight part = {pair(0), pair(1), pair(2), pair(3), pair(4), pair(5), pair(6), pair(7)};
            __builtin_memcpy((int32_t *)&pairs + n, &part, sizeof part);
        }
        return parted(pairs, low, high);
    }
#if defined(PROCESSOR_HAS_TABLES)
    case REACH_WINDOW: {
        const int16_t *from = row + bases[0];
        const __m512i order = load<__m512i>(controls);
        low = (ShortSamples)_mm512_permutexvar_epi16(order, load<__m512i>(from));
        high = (ShortSamples)_mm512_permutexvar_epi16(order, load<__m512i>(from + 1));
        return;
    }
    case REACH_WIDE_WINDOW: {
        const int16_t *from = row + bases[0];
        const __m512i order = load<__m512i>(controls);
        low = (ShortSamples)_mm512_permutex2var_epi16(load<__m512i>(from), order, load<__m512i>(from + 32));
        high = (ShortSamples)_mm512_permutex2var_epi16(load<__m512i>(from + 1), order, load<__m512i>(from + 33));
        return;
    }
#elif defined(PROCESSOR_GATHERS_EIGHT) || defined(__aarch64__)
    case REACH_NEAR: {
        for (int n = 0; n < 4; ++n) {
            Order first = ordered(row + bases[n], controls + n * 16), second = ordered(row + bases[n] + 1, controls + n * 16);
            __builtin_memcpy((int16_t *)&low + n * 8, &first, 16);
            __builtin_memcpy((int16_t *)&high + n * 8, &second, 16);
        }
        return;
    }
    case REACH_PAIRS: {
        IntSamples pairs;
        for (int n = 0; n < 8; ++n) {
            Order part = ordered(row + bases[n], controls + n * 16);
            __builtin_memcpy((int32_t *)&pairs + n * 4, &part, 16);
        }
        return parted(pairs, low, high);
    }
#endif
    default: __builtin_unreachable();
    }
}

template <Reach reach> static void interpolate(const Across &across, const int16_t *row, int count, int16_t *to) {
    for (int x = 0; x < count; x += sampleCount) {
        ShortSamples low, high;
        fetch<reach>(across, row, x, low, high);
        ShortSamples between = (low >> 1) + upperProduct(high - low, load<ShortSamples>(across.weights + x));
        store(to + x, (between << 2) ^ (int16_t)middleCode);
    }
}

static void interpolate(const Across &across, const int16_t *row, int count, int16_t *to) {
    switch (across.reach) {
    case REACH_EACH: return interpolate<REACH_EACH>(across, row, count, to);
#if defined(PROCESSOR_HAS_TABLES)
    case REACH_WINDOW: return interpolate<REACH_WINDOW>(across, row, count, to);
    case REACH_WIDE_WINDOW: return interpolate<REACH_WIDE_WINDOW>(across, row, count, to);
#elif defined(PROCESSOR_GATHERS_EIGHT) || defined(__aarch64__)
    case REACH_NEAR: return interpolate<REACH_NEAR>(across, row, count, to);
    case REACH_PAIRS: return interpolate<REACH_PAIRS>(across, row, count, to);
#endif
    default: __builtin_unreachable();
    }
}

// MARK: Preparing

INLINE int64_t placeOf(const ProcessorSteps &steps, int64_t pixel) {
    return steps.whole * pixel + steps.start + (((int64_t)steps.fraction * pixel + steps.startFraction) >> 16);
}

// A place among a channel's own samples, in 1/256.
INLINE int64_t placeIn(int64_t place, int shift) { return (place - ((int64_t)128 << shift) + 128) >> shift; }

// Fills the tables of a way across; tells whether it reaches all neighbours.
static bool fill(Across &across, Reach reach, const ProcessorPlacement &placement, int shift) {
    across.reach = reach;
    const int group = groupCount(reach), last = (placement.width - 1) >> shift;
    const int whole = (placement.count + sampleCount - 1) & -sampleCount;
    for (int first = 0; first < whole; first += group) {
        int lows[sampleCount], base = last;
        for (int n = 0; n < group; ++n) {
            const int x = first + n < placement.count ? first + n : placement.count - 1;
            const int64_t fine = placeIn(placeOf(placement.columns, x), shift), low = fine >> 8;
            lows[n] = (int)(low < -1 ? -1 : low > last ? last : low);
            if (lows[n] < base) base = lows[n];
            across.weights[first + n] = (int16_t)((fine & 255) << 7);
        }
        across.bases[first / group] = base;
        uint8_t *control = across.controls + first / group * controlCount(reach);
        for (int n = 0; n < group; ++n) {
            const int from = lows[n] - base;
            switch (reach) {
            case REACH_EACH: break;
            case REACH_NEAR:
                if (from > 7) return false;
                for (int byte = 0; byte < 2; ++byte) control[n * 2 + byte] = (uint8_t)(from * 2 + byte);
                break;
            case REACH_PAIRS:
                if (from > 6) return false;
                for (int byte = 0; byte < 4; ++byte) control[n * 4 + byte] = (uint8_t)(from * 2 + byte);
                break;
            case REACH_WINDOW:
            case REACH_WIDE_WINDOW:
                if (from > (reach == REACH_WINDOW ? 31 : 63)) return false;
                control[n * 2] = (uint8_t)from;
                control[n * 2 + 1] = 0;
                break;
            }
        }
    }
    return true;
}

// The rows that get the samples of a plane's elements, which vectors part.
struct Parts {
    // Bytes of an element; 0 for rows without a pattern, which are read sample by sample.
    int step;
    int count;
    // Those of single bytes, and of two whose elements have four: nil where they have to be parted again.
    int16_t *to[4], *toPairs[2];
};

// All that lies in the memory for a placement.
struct Placing {
    ProcessorSamples pattern;
    Across across[2];
    Parts parts[3];
    // The samples of a channel in a row, and those that no row can have.
    int counts[3];
    // A row of each channel between two rows of the picture, with a sample more at either end.
    int16_t *between[3];
    // Rows of samples on their way to colours, and sums that are not parted yet.
    int16_t *samples[3], *sums[2], *unused;
    // Pixels on their way to another order.
    uint8_t *pixels;
    size_t size;
};

constexpr int turnedRows = 16;

INLINE bool isByte(const ProcessorChannel &channel) {
    return channel.word == 8 && channel.bits == 8 && channel.shift == 0 && channel.offset % 8 == 0 && channel.step % 8 == 0
        && channel.step <= 32 && channel.offset < channel.step;
}

// Finds the pattern of a plane.
static Parts parts(const ProcessorPlacement &placement, const Placing &placing, int plane) {
    Parts parts = {};
    bool isPattern = true;
    for (int number = 0; number < placement.channelCount; ++number) {
        const ProcessorChannel &channel = placement.channels[number];
        if (channel.plane != plane) continue;
        isPattern = isPattern && isByte(channel);
        if (channel.step / 8 <= parts.step) continue;
        parts.step = channel.step / 8;
        parts.count = placing.counts[number];
    }
    for (int number = 0; number < placement.channelCount; ++number) {
        const ProcessorChannel &channel = placement.channels[number];
        if (channel.plane != plane || !isPattern) continue;
        const int step = channel.step / 8, offset = channel.offset / 8;
        if (step == parts.step)
            parts.to[offset] = placing.between[number];
        else if (step == 2 && parts.step == 4 && channel.columnShift == 0)
            parts.toPairs[offset] = placing.between[number];
        else
            isPattern = false;
    }
    for (int16_t *&to : parts.to) to = to ? to : placing.unused;
    if (!isPattern) parts.step = 0;
    return parts;
}

// Gives the parts of the memory at `base`.
static Placing lay(const ProcessorPlacement &placement, uint8_t *base) {
    Placing placing = {};
    size_t used = (sizeof(Placing) + 63) & ~(size_t)63;
    // Whole vectors are read and written behind each part.
    const auto part = [&](size_t count) {
        uint8_t *at = base + used;
        used = (used + count + 255) & ~(size_t)63;
        return at;
    };
    const size_t count = (size_t)placement.count, width = (size_t)placement.width;
    for (Across &across : placing.across) {
        across.bases = (int32_t *)part(count * 4);
        across.controls = part(count * 4);
        across.weights = (int16_t *)part(count * 2);
    }
    for (int channel = 0; channel < 3; ++channel) {
        placing.counts[channel] = ((placement.width - 1) >> placement.channels[channel].columnShift) + 1;
        placing.between[channel] = (int16_t *)(part(width * 2 + 64) + 64);
        placing.samples[channel] = (int16_t *)part(count * 2 + 64);
    }
    for (int16_t *&sums : placing.sums) sums = (int16_t *)part(width * 6);
    placing.unused = (int16_t *)part(width * 2);
    placing.pixels = part(count * 4 * (placement.isTurned ? turnedRows : 1));
    placing.size = used;
    return placing;
}

static size_t placingSize(const ProcessorPlacement *placement) { return lay(*placement, nullptr).size; }

static void preparePlacing(const ProcessorPlacement *placement, void *memory) {
    Placing &placing = *(Placing *)memory;
    placing = lay(*placement, (uint8_t *)memory);
    placing.pattern = processor_pattern(placement->channels, placement->channelCount);
    for (int plane = 0; plane < 3; ++plane) placing.parts[plane] = parts(*placement, placing, plane);
    for (int kind = 0; kind < 2 && kind < placement->channelCount && placement->isLinear; ++kind)
        for (Reach reach : reaches)
            if (fill(placing.across[kind], reach, *placement, placement->channels[kind].columnShift)) break;
}

// MARK: Placing

// A picture's rows.
struct Picture {
    const ProcessorPlacement &placement;
    const uint8_t *const *planes;
    const ptrdiff_t *strides;

    // The row of a channel's samples at a place, or the nearest there is.
    const uint8_t *operator()(const ProcessorChannel &channel, int64_t place) const {
        const int64_t last = (placement.height - 1) >> channel.rowShift;
        return planes[channel.plane] + (place < 0 ? 0 : place > last ? last : place) * strides[channel.plane];
    }
};

// Blends two rows of a plane with a pattern; tells how many elements are done, whole vectors of them.
static int blendPlane(const Parts &parts, const Placing &placing, const uint8_t *above, const uint8_t *below, Blend blend) {
    switch (parts.step) {
    case 1: return blendBytes(above, below, blend, parts.count, parts.to[0]);
    case 2: return blendPairs(above, below, blend, parts.count, parts.to[0], parts.to[1]);
    case 3: {
        const int whole = parts.count & -sampleCount;
        blendBytes(above, below, blend, whole * 3, placing.sums[0]);
        partThirds(placing.sums[0], whole, parts.to);
        return whole;
    }
    case 4: {
        const int whole = parts.count & -sampleCount;
        int16_t *pairs[2];
        for (int part = 0; part < 2; ++part) pairs[part] = parts.toPairs[part] ? parts.toPairs[part] : placing.sums[part];
        blendPairs(above, below, blend, whole * 2, pairs[0], pairs[1]);
        for (int part = 0; part < 2; ++part)
            if (!parts.toPairs[part]) partPairs(pairs[part], whole, parts.to[part], parts.to[part + 2]);
        return whole;
    }
    default: return 0;
    }
}

// Rows are too short for the processor to see which one is next.
INLINE void prefetch(const uint8_t *row, int bytes) {
    for (int x = 0; x < bytes; x += 64) __builtin_prefetch(row + x);
}

// Blends the two rows of each channel around a place in 1/256 of a pixel; `isBetween` is false for the row at the place alone.
static void blendRows(const Picture &picture, const Placing &placing, int64_t place) {
    const ProcessorPlacement &placement = picture.placement;
    int whole[3];
    for (int number = placement.channelCount - 1; number >= 0; --number) {
        const ProcessorChannel &channel = placement.channels[number];
        const int64_t fine = placement.isLinear ? placeIn(place, channel.rowShift) : place >> channel.rowShift & ~(int64_t)255;
        const uint8_t *above = picture(channel, fine >> 8), *below = picture(channel, (fine >> 8) + 1);
        const Blend blend = {(uint16_t)(256 - (fine & 255)), (uint16_t)(fine & 255)};
        const Parts &parts = placing.parts[channel.plane];
        // The plane's last channel brings the others with it.
        if (number == placement.channelCount - 1 || placement.channels[number + 1].plane != channel.plane) {
            const int64_t next = (fine + (placement.rows.whole * 2 >> channel.rowShift)) >> 8;
            for (int row = 0; row < 2 && placement.isLinear; ++row) prefetch(picture(channel, next + row), parts.step * parts.count);
            whole[channel.plane] = blendPlane(parts, placing, above, below, blend);
        }
        if (parts.step == 0 && !placement.isLinear) continue;
        int16_t *to = placing.between[number];
        const int count = placing.counts[number], done = parts.step == 0 ? 0 : whole[channel.plane] * (parts.step * 8 / channel.step);
        blendSamples(channel, above, below, blend, done, count, to);
        to[-1] = to[0];
        to[count] = to[count - 1];
    }
}

// Takes sums of a row as they are, a pixel's or its group's.
static void take(const int16_t *row, int column, int shift, int count, int16_t *to) {
    const auto codes = [](ShortSamples sums) { return (sums >> 1 << 2) ^ (int16_t)middleCode; };
    if (shift > 1 || column % (1 << shift)) {
        for (int x = 0; x < count; ++x) to[x] = (int16_t)(row[(column + x) >> shift] >> 1 << 2 ^ middleCode);
    } else if (shift == 1) {
        for (int x = 0; x < count; x += 2 * sampleCount) {
            ShortSamples shared = codes(load<ShortSamples>(row + (column + x) / 2));
            storeInTurn(to + x, shared, shared);
        }
    } else {
        for (int x = 0; x < count; x += sampleCount) store(to + x, codes(load<ShortSamples>(row + column + x)));
    }
}

// The same of rows without a pattern.
static void take(const ProcessorChannel &channel, const uint8_t *row, int column, int count, int16_t *to) {
    const int shift = channel.columnShift;
    withReader(channel, [=](auto sample) {
        for (int x = 0; x < count; ++x) to[x] = (int16_t)(sample(row, (column + x) >> shift) ^ middleCode);
    });
}

// Thirty-two pixels at a time, then the rest from copies that have room.
template <ProcessorSamples samples, bool isBlueFirst>
static void copyPairs(const uint8_t *const *planes, const ProcessorPlacement &placement, int column, uint8_t *to) {
    constexpr int pace = 2 * sampleCount;
    constexpr bool isPacked = samples == PROCESSOR_YUYV || samples == PROCESSOR_UYVY;
    const uint8_t *rows[3] = {planes[0] + (isPacked ? column * 2 : column),
                              planes[1] + (samples == PROCESSOR_PLANAR ? column / 2 : column), planes[2] + column / 2};
    const int count = placement.count, whole = count & -pace;
    for (int x = 0; x < whole; x += pace) convertPairs<samples, isBlueFirst>(rows, x, placement.weights, to + x * 4);
    if (whole == count) return;
    const int rest = count - whole, pairs = (rest + 1) / 2;
    alignas(64) uint8_t copies[3][2 * pace] = {}, pixels[pace * 4];
    __builtin_memcpy(copies[0], rows[0] + (isPacked ? whole * 2 : whole), (size_t)(isPacked ? pairs * 4 : rest));
    if (samples == PROCESSOR_SEMI_PLANAR) __builtin_memcpy(copies[1], rows[1] + whole, (size_t)pairs * 2);
    for (int plane = 1; plane < 3 && samples == PROCESSOR_PLANAR; ++plane)
        __builtin_memcpy(copies[plane], rows[plane] + whole / 2, (size_t)pairs);
    const uint8_t *const parts[] = {copies[0], copies[1], copies[2]};
    convertPairs<samples, isBlueFirst>(parts, 0, placement.weights, pixels);
    __builtin_memcpy(to + whole * 4, pixels, (size_t)rest * 4);
}

template <bool isBlueFirst>
static bool copyPairs(ProcessorSamples samples, const uint8_t *const *planes, const ProcessorPlacement &placement, int column, uint8_t *to) {
    switch (samples) {
    case PROCESSOR_SEMI_PLANAR: copyPairs<PROCESSOR_SEMI_PLANAR, isBlueFirst>(planes, placement, column, to); return true;
    case PROCESSOR_PLANAR: copyPairs<PROCESSOR_PLANAR, isBlueFirst>(planes, placement, column, to); return true;
    case PROCESSOR_YUYV: copyPairs<PROCESSOR_YUYV, isBlueFirst>(planes, placement, column, to); return true;
    case PROCESSOR_UYVY: copyPairs<PROCESSOR_UYVY, isBlueFirst>(planes, placement, column, to); return true;
    default: return false;
    }
}

template <bool isBlueFirst> static void placeRow(const Picture &picture, const Placing &placing, int number, uint8_t *to) {
    const ProcessorPlacement &placement = picture.placement;
    const int64_t place = placeOf(placement.rows, number);
    const bool isForward = placement.columns.whole >= 0;
    const int start = (int)(placeOf(placement.columns, 0) >> 8), column = isForward ? start : start - placement.count + 1;
    bool isDone = false;
    if (!placement.isLinear && column % 2 == 0 && placement.channels[1].columnShift == 1) {
        const uint8_t *planes[3] = {};
        for (int channel = 0; channel < placement.channelCount; ++channel)
            planes[placement.channels[channel].plane] =
                picture(placement.channels[channel], place >> 8 >> placement.channels[channel].rowShift);
        isDone = copyPairs<isBlueFirst>(placing.pattern, planes, placement, column, to);
    }
    if (!isDone) {
        blendRows(picture, placing, place);
        for (int channel = 0; channel < placement.channelCount; ++channel) {
            if (placement.isLinear)
                interpolate(placing.across[channel > 0], placing.between[channel], placement.count, placing.samples[channel]);
            else if (placing.parts[placement.channels[channel].plane].step > 0)
                take(placing.between[channel], column, placement.channels[channel].columnShift, placement.count, placing.samples[channel]);
            else
                take(placement.channels[channel], picture(placement.channels[channel], place >> 8 >> placement.channels[channel].rowShift),
                     column, placement.count, placing.samples[channel]);
        }
        const int16_t *const rows[] = {placing.samples[0], placing.samples[placement.channelCount > 1 ? 1 : 0],
                                       placing.samples[placement.channelCount > 1 ? 2 : 0]};
        (placement.hasChroma ? convert<isBlueFirst, true> : convert<isBlueFirst, false>)(rows, placement.weights, placement.count, to);
    }
    if (placement.isLinear || isForward) return;
    uint32_t *pixels = (uint32_t *)to;
    for (int low = 0, high = placement.count - 1; low < high; ++low, --high) {
        const uint32_t pixel = pixels[low];
        pixels[low] = pixels[high];
        pixels[high] = pixel;
    }
}

static void place(const ProcessorPlacement *placement, void *memory, const ProcessorPlanes *planes, uint8_t *to, ptrdiff_t stride) {
    const Placing &placing = *(const Placing *)memory;
    const Picture picture = {*placement, planes->planes, planes->strides};
    const auto placed = placement->isBlueFirst ? placeRow<true> : placeRow<false>;
    if (!placement->isTurned) {
        for (int row = 0; row < placement->rowCount; ++row) placed(picture, placing, row, to + row * stride);
        return;
    }
    const int count = placement->count;
    for (int first = 0; first < placement->rowCount; first += turnedRows) {
        const int rows = placement->rowCount - first < turnedRows ? placement->rowCount - first : turnedRows;
        for (int row = 0; row < rows; ++row) placed(picture, placing, first + row, placing.pixels + (ptrdiff_t)row * count * 4);
        const uint32_t *block = (const uint32_t *)placing.pixels;
        for (int column = 0; column < count; ++column) {
            uint32_t *pixels = (uint32_t *)(to + column * stride) + first;
            for (int row = 0; row < rows; ++row) pixels[row] = block[row * count + column];
        }
    }
}
