// Pictures become a part of the window's pixels: rows between two rows, samples between two samples, colours.
//
// Nothing is allocated: tables and rows lie in memory that the caller gives. Sums of two rows have 15 bits.

// MARK: Between two rows

// The first and the last sample go on.
INLINE void goOn(int16_t *row, int count) {
    row[-1] = row[0];
    row[count] = row[count - 1];
}

// Blends the samples of two rows; `part` is the second one's, in 1/256.
static void blendRows(const ProcessorChannel &channel, const uint8_t *above, const uint8_t *below, int part, int count,
                      int16_t *__restrict to) {
    withReader(channel, [=](auto sample) {
        typedef typename decltype(sample)::Number Number;
        const Number low = (Number)(256 - part), high = (Number)part;
        AS_VECTORS
        for (int x = 0; x < count; ++x)
            to[x] = (int16_t)((Number)((Number)(sample(above, x) * low) + (Number)(sample(below, x) * high)) >> (decltype(sample)::bits - 7));
    });
    goOn(to, count);
}

// The same of bytes that take turns.
static void blendInTurn(const uint8_t *above, const uint8_t *below, int part, int count, int16_t *__restrict even, int16_t *__restrict odd) {
    const uint16_t low = (uint16_t)(256 - part), high = (uint16_t)part;
    const auto blended = [=](uint16_t a, uint16_t b) { return (int16_t)((uint16_t)((uint16_t)(a * low) + (uint16_t)(b * high)) >> 1); };
    AS_VECTORS
    for (int x = 0; x < count; ++x) {
        even[x] = blended(above[x * 2], below[x * 2]);
        odd[x] = blended(above[x * 2 + 1], below[x * 2 + 1]);
    }
    goOn(even, count);
    goOn(odd, count);
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
    // Thirty-two pairs lie among thirty-two samples, or among sixty-four.
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

#if defined(PROCESSOR_HAS_TABLES)
constexpr Reach reaches[] = {REACH_WINDOW, REACH_WIDE_WINDOW, REACH_EACH};

// The order of the neighbours behind.
INLINE __m512i next(__m512i order) { return _mm512_add_epi16(order, _mm512_set1_epi16(1)); }
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

template <Reach reach> INLINE void fetch(const Across across, const int16_t *row, int x, ShortSamples &low, ShortSamples &high) {
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
        const __m512i order = load<__m512i>(controls), from = load<__m512i>(row + bases[0]);
        low = (ShortSamples)_mm512_permutexvar_epi16(order, from);
        high = (ShortSamples)_mm512_permutexvar_epi16(next(order), from);
        return;
    }
    case REACH_WIDE_WINDOW: {
        const __m512i order = load<__m512i>(controls), from = load<__m512i>(row + bases[0]), more = load<__m512i>(row + bases[0] + 32);
        low = (ShortSamples)_mm512_permutex2var_epi16(from, order, more);
        high = (ShortSamples)_mm512_permutex2var_epi16(from, next(order), more);
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

template <Reach reach> static void interpolate(Across across, const int16_t *__restrict row, int count, int16_t *__restrict to) {
    for (int x = 0; x < count; x += sampleCount) {
        ShortSamples low, high;
        fetch<reach>(across, row, x, low, high);
        ShortSamples between = (low >> 1) + upperProduct(high - low, load<ShortSamples>(across.weights + x));
        store(to + x, (between << 2) ^ (int16_t)middleCode);
    }
}

static void interpolate(Across across, const int16_t *__restrict row, int count, int16_t *__restrict to) {
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
INLINE int64_t placeIn(int64_t place, int shift, bool isInFirst) {
    return (place - (isInFirst ? 0 : ((int64_t)128 << shift) - 128)) >> shift;
}

// Fills the tables of a way across; tells whether it reaches all neighbours.
static bool fill(Across &across, Reach reach, const ProcessorPlacement &placement, int shift) {
    across.reach = reach;
    const int group = groupCount(reach), last = (placement.width - 1) >> shift;
    const int whole = (placement.count + sampleCount - 1) & -sampleCount;
    for (int first = 0; first < whole; first += group) {
        int lows[sampleCount], base = last;
        for (int n = 0; n < group; ++n) {
            const int x = first + n < placement.count ? first + n : placement.count - 1;
            const int64_t fine = placeIn(placeOf(placement.columns, x), shift, placement.isInFirstColumn), low = fine >> 8;
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
                if (from > (reach == REACH_WINDOW ? 30 : 62)) return false;
                control[n * 2] = (uint8_t)from;
                control[n * 2 + 1] = 0;
                break;
            }
        }
    }
    return true;
}

// All that lies in the memory for a placement.
struct Placing {
    Across across[2];
    // A row of each channel between two rows of the picture, with a sample more at either end.
    int16_t *between[3];
    // Rows of samples on their way to colours.
    int16_t *samples[4];
    // Pixels on their way to another order.
    uint8_t *pixels;
    size_t size;
    // True when all channels' bytes lie together.
    bool isTogether;
};

constexpr int turnedRows = 16;

// Gives the parts of the memory at `base`.
static Placing lay(const ProcessorPlacement &placement, uint8_t *base) {
    Placing placing = {};
    size_t used = (sizeof(Placing) + 63) & ~(size_t)63;
    // Whole vectors are read and written behind each part, and a sample or three before.
    const auto part = [&](size_t count) {
        // As numbers: without a base only the size counts.
        uint8_t *at = (uint8_t *)((uintptr_t)base + used + 64);
        used = (used + count + 384) & ~(size_t)63;
        return at;
    };
    const size_t count = (size_t)placement.count, width = (size_t)placement.width;
    for (Across &across : placing.across) {
        across.bases = (int32_t *)part(count * 4);
        across.controls = part(count * 4);
        across.weights = (int16_t *)part(count * 2);
    }
    for (int16_t *&row : placing.between) row = (int16_t *)part((width > count ? width : count) * 2);
    for (int16_t *&row : placing.samples) row = (int16_t *)part(count * 2);
    placing.pixels = part(count * 4 * (placement.isTurned ? turnedRows : 1));
    placing.size = used;
    return placing;
}

static size_t placingSize(const ProcessorPlacement *placement) { return lay(*placement, nullptr).size; }

static void preparePlacing(const ProcessorPlacement *placement, void *memory) {
    Placing &placing = *(Placing *)memory;
    placing = lay(*placement, (uint8_t *)memory);
    placing.isTogether = isTogether(placement->channels, placement->channelCount);
    for (int kind = 0; kind < 2 && kind < placement->channelCount && placement->isLinear; ++kind)
        for (Reach reach : reaches)
            if (fill(placing.across[kind], reach, *placement, placement->channels[kind].columnShift)) break;
}

// MARK: Placing

// A picture on its way.
struct Picture {
    const ProcessorPlacement &placement;
    const Placing &placing;
    const ProcessorPlanes &planes;

    // The row of a channel's samples at a place, or the nearest there is.
    const uint8_t *row(const ProcessorChannel &channel, int64_t place) const {
        const int64_t last = (placement.height - 1) >> channel.rowShift;
        return planes.planes[channel.plane] + (place < 0 ? 0 : place > last ? last : place) * planes.strides[channel.plane];
    }
};

// Samples between samples, of the row whose pixels `to` will have.
static void interpolateRow(const Picture &picture, int64_t place, const uint8_t *to) {
    const ProcessorPlacement &placement = picture.placement;
    // Another thread has read the window's last pixels, so their lines are not this one's; work on samples gives the time to fetch them.
    for (int byte = 0; byte < placement.count * 4; byte += 64) __builtin_prefetch(to + byte, 1);
    for (int number = 0; number < placement.channelCount; ++number) {
        const ProcessorChannel &channel = placement.channels[number];
        const int64_t fine = placeIn(place, channel.rowShift, placement.isInFirstRow);
        const int count = ((placement.width - 1) >> channel.columnShift) + 1;
        // Rows are too short for the processor to see which ones are next.
        if (number == 0 || channel.plane != placement.channels[number - 1].plane) {
            const int64_t next = (fine + (placement.rows.whole * 2 >> channel.rowShift)) >> 8;
            for (int line = 0; line < 2; ++line) {
                const uint8_t *row = picture.row(channel, next + line), *end = row + count * channel.step / 8;
                for (; row < end; row += 64) __builtin_prefetch(row);
            }
        }
        int16_t *const *between = picture.placing.between;
        const uint8_t *above = picture.row(channel, fine >> 8), *below = picture.row(channel, (fine >> 8) + 1);
        const int part = (int)(fine & 255), other = channel.offset == 0 ? 2 : 1;
        // Of samples in turn the second channel brings the third, and of those that lie together the first one all.
        if (picture.placing.isTogether) {
            if (number == 0)
                partChannels(placement.channels, TwoRows{above, below, (uint16_t)(256 - part), (uint16_t)part}, placement.width, between, nullptr);
            goOn(between[number], count);
        } else if (number == 0 || !isInTurn(placement.channels, placement.channelCount))
            blendRows(channel, above, below, part, count, between[number]);
        else if (number == 1)
            blendInTurn(above, below, part, count, between[3 - other], between[other]);
        interpolate(picture.placing.across[number > 0], between[number], placement.count, picture.placing.samples[number]);
    }
}

// A row of pixels that share their colour differences by twos, pixel for pixel.
template <bool isBlueFirst, class Row, class Screen> INLINE void placePairs(const Picture &picture, Row row, Screen screen, int column, uint8_t *to) {
    const ProcessorPlacement &placement = picture.placement;
    const ProcessorChannel *channels = placement.channels;
    int16_t *const *samples = picture.placing.samples;
    const int count = placement.count, pairs = (count + 1) / 2;
    if (isInTurn(channels, placement.channelCount)) {
        const int first = channels[1].offset == 0 ? 2 : 3;
        readInTurn(row(1) + column, pairs, samples[first], samples[5 - first]);
    } else {
        for (int channel = 1; channel < 3; ++channel)
            readSamples(channels[channel], row(channel), column / 2, 1, pairs, samples[channel + 1]);
    }
    int whole = 0;
    if (isBytes(channels[0]) && channels[0].step == 8) {
        whole = count & -2 * sampleCount;
        const uint8_t *luma = row(0) + channels[0].offset / 8 + column;
        const auto bytes = [=](int x, ShortSamples &even, ShortSamples &odd) {
            ShortSamples words = load<ShortSamples>(luma + x);
            even = (words << 8) ^ (int16_t)middleCode;
            odd = (words & (int16_t)0xff00) ^ (int16_t)middleCode;
        };
        convertPairs<isBlueFirst>(bytes, samples[2], samples[3], placement.weights, screen, whole, to);
    }
    // The last pixel may be alone.
    readSamples(channels[0], row(0), column + whole, 2, pairs - whole / 2, samples[0]);
    readSamples(channels[0], row(0), column + whole + 1, 2, count / 2 - whole / 2, samples[1]);
    const auto rows = [=](int x, ShortSamples &even, ShortSamples &odd) {
        even = load<ShortSamples>(samples[0] + x / 2);
        odd = load<ShortSamples>(samples[1] + x / 2);
    };
    convertPairs<isBlueFirst>(rows, samples[2] + whole / 2, samples[3] + whole / 2, placement.weights, screen, count - whole,
                              to + whole * 4);
}

// The same where luma and colour differences lie together.
template <bool isBlueFirst, class Screen>
__attribute__((noinline)) static void placeGroups(const Picture &picture, const uint8_t *row, Screen screen, uint8_t *to) {
    int16_t *const *samples = picture.placing.samples;
    int16_t *const parts[] = {samples[0], samples[2], samples[3]};
    partChannels(picture.placement.channels, OneRow{row}, picture.placement.count, parts, samples[1]);
    const auto rows = [=](int x, ShortSamples &even, ShortSamples &odd) {
        even = load<ShortSamples>(samples[0] + x / 2);
        odd = load<ShortSamples>(samples[1] + x / 2);
    };
    convertPairs<isBlueFirst>(rows, samples[2], samples[3], picture.placement.weights, screen, picture.placement.count, to);
}

template <bool isBlueFirst, class Screen> static void placeRow(const Picture &picture, Screen screen, int number, uint8_t *to) {
    const ProcessorPlacement &placement = picture.placement;
    int16_t *const *samples = picture.placing.samples;
    const int64_t place = placeOf(placement.rows, number);
    const bool isForward = placement.columns.whole >= 0;
    const int count = placement.count, start = (int)(placeOf(placement.columns, 0) >> 8);
    const int column = isForward ? start : start - count + 1;
    const auto row = [&](int channel) {
        return picture.row(placement.channels[channel], place >> 8 >> placement.channels[channel].rowShift);
    };
    if (!placement.isLinear && hasChroma(placement.weights) && placement.channels[1].columnShift == 1 && column % 2 == 0) {
        if (picture.placing.isTogether)
            placeGroups<isBlueFirst>(picture, row(0) + column * 2, screen, to);
        else
            placePairs<isBlueFirst>(picture, row, screen, column, to);
    } else {
        if (placement.isLinear) interpolateRow(picture, place, to);
        const bool isWhole = !placement.isLinear && picture.placing.isTogether && placement.channels[2].columnShift == 0;
        if (isWhole)
            partChannels(placement.channels, OneRow{row(0) + column * placement.channels[2].step / 8}, count, samples, nullptr);
        for (int channel = 0; channel < placement.channelCount && !placement.isLinear && !isWhole; ++channel)
            readChannel(placement.channels[channel], row(channel), column, count, picture.placing.between[channel], samples[channel]);
        const int16_t *const rows[] = {samples[0], samples[placement.channelCount > 1 ? 1 : 0], samples[placement.channelCount > 1 ? 2 : 0]};
        (hasChroma(placement.weights) ? convert<isBlueFirst, true, Screen> : convert<isBlueFirst, false, Screen>)(
            rows, placement.weights, screen, count, to);
    }
    if (placement.isLinear || isForward) return;
    uint32_t *pixels = (uint32_t *)to;
    for (int low = 0, high = count - 1; low < high; ++low, --high) {
        const uint32_t pixel = pixels[low];
        pixels[low] = pixels[high];
        pixels[high] = pixel;
    }
}

template <class Screen> static void placeRows(const Picture &picture, Screen screen, uint8_t *to, ptrdiff_t stride) {
    const ProcessorPlacement *placement = &picture.placement;
    const auto placed = placement->isBlueFirst ? placeRow<true, Screen> : placeRow<false, Screen>;
    if (!placement->isTurned) {
        for (int row = 0; row < placement->rowCount; ++row) placed(picture, screen, row, to + row * stride);
        return;
    }
    const ptrdiff_t count = placement->count;
    const uint32_t *block = (const uint32_t *)picture.placing.pixels;
    for (int first = 0; first < placement->rowCount; first += turnedRows) {
        const int rows = placement->rowCount - first < turnedRows ? placement->rowCount - first : turnedRows;
        for (int row = 0; row < rows; ++row) placed(picture, screen, first + row, picture.placing.pixels + row * count * 4);
        for (int column = 0; column < count; ++column) {
            uint32_t *pixels = (uint32_t *)(to + column * stride) + first;
            for (int row = 0; row < rows; ++row) pixels[row] = block[row * count + column];
        }
    }
}

static void place(const ProcessorPlacement *placement, void *memory, const ProcessorPlanes *planes, uint8_t *to, ptrdiff_t stride) {
    const Picture picture = {*placement, *(const Placing *)memory, *planes};
    if (!planes->curves) return placeRows(picture, NoCurves(), to, stride);
    const int16_t *curves = planes->curves->curves;
    const Lines lines[] = {Lines(curves), Lines(curves + 132)};
    placeRows(picture, Curves{*planes->curves, lines}, to, stride);
}
