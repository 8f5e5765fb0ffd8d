// Rows of pictures as samples, and their colours, with the arithmetic of Picture.glsl, bit by bit.
//
// Samples travel as 16-bit numbers, above the middle code on the way to colours: nothing here knows a format's name.

constexpr uint16_t middleCode = 0x8000;

// Loops that the compiler makes vectors of, with little optimisation, too.
#define AS_VECTORS _Pragma("clang loop vectorize(enable) interleave(enable)")
#pragma clang diagnostic ignored "-Wpass-failed"

// MARK: Reading

// Bytes that lie `step` bytes apart: loops over them become vectors.
template <int step> struct ByteReader {
    typedef uint16_t Number;
    static constexpr int bits = 8;
    ptrdiff_t offset;

    INLINE_MEMBER Number operator()(const uint8_t *row, ptrdiff_t place) const { return row[offset + place * step]; }
};

INLINE uint8_t swapped(uint8_t word) { return word; }
INLINE uint16_t swapped(uint16_t word) { return __builtin_bswap16(word); }
INLINE uint32_t swapped(uint32_t word) { return __builtin_bswap32(word); }

// Parts of words that lie `step` words apart, as the upper bits of 16; likewise.
template <class Word, int step, bool isBigEndian> struct WordReader {
    typedef uint32_t Number;
    static constexpr int bits = 16;
    ptrdiff_t offset;
    // The place of the part's upper end, from the word's one and from the lower one of 16 bits.
    int up;
    uint32_t mask;

    INLINE_MEMBER Number operator()(const uint8_t *row, ptrdiff_t place) const {
        Word word;
        __builtin_memcpy(&word, row + offset + place * step * (ptrdiff_t)sizeof word, sizeof word);
        if (isBigEndian) word = swapped(word);
        return (sizeof word == 4 ? (uint32_t)word << up >> 16 : (uint32_t)word << up) & mask;
    }
};

// The slow way, which reads every row of the table of formats.
template <class Word, bool isBigEndian> struct AnyReader {
    typedef uint32_t Number;
    static constexpr int bits = 16;
    size_t offset, step;
    int shift, up, down;
    uint32_t mask;

    INLINE_MEMBER Number operator()(const uint8_t *row, ptrdiff_t place) const {
        const size_t bit = offset + (size_t)place * step;
        const int between = (int)(bit % 8);
        Word word;
        __builtin_memcpy(&word, row + bit / 8, sizeof word);
        if (isBigEndian) word = swapped(word);
        return ((uint32_t)word >> (isBigEndian ? shift - between : shift + between) & mask) << up >> down;
    }
};

template <bool truth> struct Constant {
    static constexpr bool value = truth;
};

// True when the samples are bytes.
INLINE bool isBytes(const ProcessorChannel &channel) { return channel.word == 8 && channel.bits == 8 && channel.offset % 8 == 0; }

// Calls with the reader of a channel's samples.
template <class Body> INLINE void withReader(const ProcessorChannel &channel, Body body) {
    const int offset = channel.offset, step = channel.step, up = 16 - channel.bits;
    if (isBytes(channel)) {
        if (step == 8) return body(ByteReader<1>{offset / 8});
        if (step == 16) return body(ByteReader<2>{offset / 8});
        if (step == 24) return body(ByteReader<3>{offset / 8});
        if (step == 32) return body(ByteReader<4>{offset / 8});
    }
    const auto read = [&](auto word, auto isBigEndian) {
        typedef decltype(word) Word;
        constexpr int size = sizeof word * 8;
        constexpr bool isBig = isBigEndian.value;
        if (offset % size == 0 && step % size == 0 && channel.bits <= 16 && (!isBig || step == size)) {
            const int high = (size == 32 ? 32 : 16) - channel.shift - channel.bits;
            const uint32_t mask = 0xffffu >> up << up;
            if (step == size) return body(WordReader<Word, 1, isBig>{offset / 8, high, mask});
            if constexpr (size == 16 && !isBig) {
                if (step == 32) return body(WordReader<Word, 2, isBig>{offset / 8, high, mask});
                if (step == 48) return body(WordReader<Word, 3, isBig>{offset / 8, high, mask});
                if (step == 64) return body(WordReader<Word, 4, isBig>{offset / 8, high, mask});
            }
        }
        body(AnyReader<Word, isBig>{(size_t)offset, (size_t)step, channel.shift, up > 0 ? up : 0, up < 0 ? -up : 0,
                                    channel.bits < 32 ? (1u << channel.bits) - 1 : ~0u});
    };
    if (channel.word == 8) return read(uint8_t(), Constant<false>());
    if (channel.word == 16) return channel.isBigEndian ? read(uint16_t(), Constant<true>()) : read(uint16_t(), Constant<false>());
    channel.isBigEndian ? read(uint32_t(), Constant<true>()) : read(uint32_t(), Constant<false>());
}

// Reads `count` samples, those at `first`, `first + step` and so on.
static void readSamples(const ProcessorChannel &channel, const uint8_t *row, int first, int step, int count, int16_t *__restrict to) {
    withReader(channel, [=](auto sample) {
        constexpr int up = 16 - decltype(sample)::bits;
        if (step == 1)
            AS_VECTORS
            for (int x = 0; x < count; ++x) to[x] = (int16_t)(sample(row, first + x) << up ^ middleCode);
        else
            AS_VECTORS
            for (int x = 0; x < count; ++x) to[x] = (int16_t)(sample(row, first + 2 * x) << up ^ middleCode);
    });
}

// True when the samples of colour differences are bytes that take turns.
INLINE bool isInTurn(const ProcessorChannel *channels, int count) {
    const auto isByte = [=](const ProcessorChannel &channel) {
        return isBytes(channel) && channel.step == 16 && channel.plane == channels[1].plane
            && channel.columnShift == channels[1].columnShift && channel.rowShift == channels[1].rowShift;
    };
    return count > 2 && isByte(channels[1]) && isByte(channels[2]) && channels[1].offset + channels[2].offset == 8;
}

// Reads bytes that take turns.
static void readInTurn(const uint8_t *row, int count, int16_t *__restrict even, int16_t *__restrict odd) {
    AS_VECTORS
    for (int x = 0; x < count; ++x) {
        uint16_t word;
        __builtin_memcpy(&word, row + x * 2, 2);
        even[x] = (int16_t)(word << 8 ^ middleCode);
        odd[x] = (int16_t)((word & 0xff00) ^ middleCode);
    }
}

// Bytes of a row as samples, those at even and those at odd places.
struct OneRow {
    const uint8_t *row;

    INLINE_MEMBER void read(ptrdiff_t byte, WordSamples &even, WordSamples &odd) const {
        const WordSamples words = load<WordSamples>(row + byte);
        even = (words << 8) ^ middleCode, odd = (words & 0xff00) ^ middleCode;
    }
    INLINE_MEMBER WordSamples wide(ptrdiff_t byte) const {
        return (__builtin_convertvector(load<ByteSamples>(row + byte), WordSamples) << 8) ^ middleCode;
    }
    // The same of a copy of some bytes.
    OneRow copied(ptrdiff_t byte, size_t count, uint8_t *to) const {
        __builtin_memcpy(to, row + byte, count);
        return {to};
    }
};

// Numbers between the bytes of two rows; the parts of both are in 1/256.
struct TwoRows {
    const uint8_t *above, *below;
    uint16_t low, high;

    INLINE_MEMBER WordSamples blended(WordSamples a, WordSamples b) const { return (a * low + b * high) >> 1; }
    INLINE_MEMBER void read(ptrdiff_t byte, WordSamples &even, WordSamples &odd) const {
        const WordSamples a = load<WordSamples>(above + byte), b = load<WordSamples>(below + byte);
        even = blended(a & 255, b & 255), odd = blended(a >> 8, b >> 8);
    }
    INLINE_MEMBER WordSamples wide(ptrdiff_t byte) const {
        return blended(__builtin_convertvector(load<ByteSamples>(above + byte), WordSamples),
                       __builtin_convertvector(load<ByteSamples>(below + byte), WordSamples));
    }
    TwoRows copied(ptrdiff_t byte, size_t count, uint8_t *to) const {
        __builtin_memcpy(to, above + byte, count);
        __builtin_memcpy(to + 128, below + byte, count);
        return {to, to + 128, low, high};
    }
};

// The numbers at even places of two vectors, and those at odd ones.
INLINE WordSamples evens(WordSamples a, WordSamples b) {
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50,
                                   52, 54, 56, 58, 60, 62);
}
INLINE WordSamples odds(WordSamples a, WordSamples b) {
    return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51,
                                   53, 55, 57, 59, 61, 63);
}

// Parts `count` groups of four bytes, of which `bytes` are there; what two places alike go to stays in turn there. Whole vectors are written.
template <class Rows> static void partFours(Rows rows, int count, int bytes, int16_t *const *to) {
    const auto part = [=](Rows rows, ptrdiff_t byte, int x) {
        WordSamples even[2], odd[2];
        for (int half = 0; half < 2; ++half) rows.read(byte + 64 * half, even[half], odd[half]);
        const auto write = [=](const WordSamples *pair, int16_t *first, int16_t *second) {
            if (first == second) {
                for (int half = 0; half < 2; ++half) store(first + 2 * x + sampleCount * half, pair[half]);
                return;
            }
            if (first) store(first + x, evens(pair[0], pair[1]));
            if (second) store(second + x, odds(pair[0], pair[1]));
        };
        write(even, to[0], to[2]);
        write(odd, to[1], to[3]);
    };
    int x = 0;
    for (; x < count - sampleCount; x += sampleCount) part(rows, x * 4, x);
    alignas(64) uint8_t rest[256] = {};
    part(rows.copied(x * 4, (size_t)(bytes - x * 4), rest), 0, x);
}

#if defined(PROCESSOR_HAS_TABLES)
// The places of every third of 96 numbers: among 64, and then among those that were found and the last 32.
struct Thirds {
    alignas(64) int16_t first[3][32] = {}, second[3][32] = {};

    constexpr Thirds() {
        for (int start = 0; start < 3; ++start)
            for (int n = 0; n < 32; ++n) {
                const int place = 3 * n + start;
                first[start][n] = (int16_t)(place & 63);
                second[start][n] = (int16_t)(place < 64 ? n : place - 32);
            }
    }
};
static constexpr Thirds thirds;
#endif

#if defined(PROCESSOR_HAS_TABLES) || defined(PROCESSOR_GATHERS_EIGHT)
constexpr bool partsThrees = true;

// The same of three bytes.
template <class Rows> static void partThrees(Rows rows, int count, int bytes, int16_t *const *to) {
    const auto part = [=](Rows rows, ptrdiff_t byte, int x) {
#if defined(PROCESSOR_HAS_TABLES)
        const __m512i a = (__m512i)rows.wide(byte), b = (__m512i)rows.wide(byte + 32), c = (__m512i)rows.wide(byte + 64);
        for (int start = 0; start < 3; ++start) {
            const __m512i found = _mm512_permutex2var_epi16(a, load<__m512i>(thirds.first[start]), b);
            store(to[start] + x, _mm512_permutex2var_epi16(found, load<__m512i>(thirds.second[start]), c));
        }
#else
        const WordSamples all[] = {rows.wide(byte), rows.wide(byte + 32), rows.wide(byte + 64)};
        for (int half = 0; half < 2; ++half) {
            const auto at = [&](int n) __attribute__((always_inline)) { return load<__m256i>((const uint16_t *)all + 48 * half + 16 * n); };
            // Eight numbers of each 24 in each half of a vector: every third of them is at every third place of each.
            const __m256i a = _mm256_blend_epi32(at(0), at(1), 0xf0), b = _mm256_permute2x128_si256(at(0), at(2), 0x21),
                          c = _mm256_blend_epi32(at(1), at(2), 0xf0);
            const auto write = [=](int start, __m256i found) __attribute__((always_inline)) {
                alignas(16) uint8_t order[16];
                for (int place = 0; place < 16; ++place) order[place] = (uint8_t)((place / 2 * 3 + start) % 8 * 2 + place % 2);
                store(to[start] + x + 16 * half, _mm256_shuffle_epi8(found, _mm256_broadcastsi128_si256(load<__m128i>(order))));
            };
            write(0, _mm256_blend_epi16(_mm256_blend_epi16(a, b, 0x92), c, 0x24));
            write(1, _mm256_blend_epi16(_mm256_blend_epi16(a, b, 0x24), c, 0x49));
            write(2, _mm256_blend_epi16(_mm256_blend_epi16(a, b, 0x49), c, 0x92));
        }
#endif
    };
    int x = 0;
    for (; x < count - sampleCount; x += sampleCount) part(rows, x * 3, x);
    alignas(64) uint8_t rest[256] = {};
    part(rows.copied(x * 3, (size_t)(bytes - x * 3), rest), 0, x);
}
#else
constexpr bool partsThrees = false;

template <class Rows> static void partThrees(Rows, int, int, int16_t *const *) {}
#endif

// True when all channels are bytes that lie together, three or four in a group.
INLINE bool isTogether(const ProcessorChannel *channels, int count) {
    for (int n = 0; n < count; ++n)
        if (!isBytes(channels[n]) || channels[n].plane > 0 || channels[n].rowShift > 0) return false;
    return count > 2 && (channels[2].step == 32 || (partsThrees && channels[2].step == 24));
}

// Parts such channels of some pixels, the first of which begins a group; luma of each second pixel to a place of its own where there is one.
template <class Rows> __attribute__((noinline)) static void partChannels(const ProcessorChannel *channels, Rows rows, int count, int16_t *const *to, int16_t *second) {
    int16_t *parts[4] = {};
    const int step = channels[2].step / 8, shift = channels[2].columnShift;
    int bytes = 0;
    for (int n = 0; n < 3; ++n) {
        const int first = channels[n].offset / 8, own = channels[n].step / 8;
        for (int place = first; place < step; place += own) parts[place] = place > first && second ? second : to[n];
        const int end = first + 1 + own * ((count - 1) >> channels[n].columnShift);
        if (end > bytes) bytes = end;
    }
    const int groups = ((count - 1) >> shift) + 1;
    if (step == 3) return partThrees(rows, groups, bytes, parts);
    partFours(rows, groups, bytes, parts);
}

template <int shift> static void spread(const int16_t *__restrict from, int count, int16_t *__restrict to) {
    AS_VECTORS
    for (int x = 0; x < count; ++x)
        for (int n = 0; n < 1 << shift; ++n) to[(x << shift) + n] = from[x];
}

// Reads the samples of some pixels of a row, each its own or its group's. Up to three samples before `to` are written, too.
static void readChannel(const ProcessorChannel &channel, const uint8_t *row, int column, int count, int16_t *scratch, int16_t *to) {
    const int shift = channel.columnShift, first = column >> shift, groups = ((column + count - 1) >> shift) - first + 1;
    readSamples(channel, row, first, 1, groups, shift > 0 ? scratch : to);
    to -= column & ((1 << shift) - 1);
    if (shift == 1) spread<1>(scratch, groups, to);
    if (shift == 2) spread<2>(scratch, groups, to);
}

// MARK: Colours

INLINE ShortSamples upperProduct(ShortSamples value, ShortSamples weight) {
    IntSamples product = __builtin_convertvector(value, IntSamples) * __builtin_convertvector(weight, IntSamples);
    return __builtin_convertvector(product >> 16, ShortSamples);
}

// Two vectors, those of even places and those of odd ones.
template <class Samples> INLINE auto inTurn(Samples even, Samples odd) {
    return __builtin_shufflevector(
        even, odd, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47,
        16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55, 24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62,
        31, 63);
}

INLINE void parted(IntSamples pairs, ShortSamples &low, ShortSamples &high) {
    low = __builtin_convertvector(pairs, ShortSamples);
    high = __builtin_convertvector(pairs >> 16, ShortSamples);
}

// A curve's lines: those of the first sixteenth, then those of all. Curves do not fall.
struct Lines {
#if defined(PROCESSOR_HAS_TABLES)
    alignas(64) int16_t begins[128];
    alignas(64) int16_t rises[128];

    Lines(const int16_t *points) {
        for (int line = 0; line < 128; ++line) {
            const int16_t *point = points + line + line / 64 * 2;
            begins[line] = point[0], rises[line] = (int16_t)(point[1] - point[0]);
        }
    }
#else
    // The beginnings' opposites, and the rises.
    alignas(64) int16_t pairs[256];

    Lines(const int16_t *points) {
        for (int line = 0; line < 128; ++line) {
            const int16_t *point = points + line + line / 64 * 2;
            pairs[2 * line] = (int16_t)-point[0], pairs[2 * line + 1] = (int16_t)(point[1] - point[0]);
        }
    }
#endif
};

// Numbers or light, the upper bits of 15, through a curve.
template <int shift> INLINE ShortSamples throughCurve(const Lines &lines, ShortSamples numbers) {
    const ShortSamples isLow = numbers < (2048 >> shift);
#if defined(PROCESSOR_HAS_TABLES)
    const __m512i number = (__m512i)numbers, low = _mm512_srli_epi16(number, 5 - shift), high = _mm512_srli_epi16(number, 9 - shift);
    const __mmask32 mask = _mm512_movepi16_mask((__m512i)isLow);
    const auto found = [=](const int16_t *of) __attribute__((always_inline)) {
        return _mm512_mask_mov_epi16(_mm512_permutex2var_epi16(load<__m512i>(of + 64), high, load<__m512i>(of + 96)), mask,
                                     _mm512_permutex2var_epi16(load<__m512i>(of), low, load<__m512i>(of + 32)));
    };
    const __m512i part = _mm512_mask_slli_epi16(_mm512_slli_epi16(number, 7 + shift), mask, number, 11 + shift);
    return (ShortSamples)_mm512_add_epi16(found(lines.begins), _mm512_mulhi_epu16(found(lines.rises), part));
#else
    const ShortSamples place = isLow ? numbers >> (5 - shift) : 64 + (numbers >> (9 - shift));
    const ShortSamples part = (isLow ? numbers << (10 + shift) : numbers << (6 + shift)) & 0x7fff;
#if defined(PROCESSOR_GATHERS_EIGHT)
    ShortSamples result;
    for (int n = 0; n < sampleCount; n += 16) {
        __m256i at, along;
        __builtin_memcpy(&at, (const int16_t *)&place + n, 32);
        __builtin_memcpy(&along, (const int16_t *)&part + n, 32);
        // A beginning times -32768, and a rise times its part.
        const auto eight = [&](__m256i at, __m256i parts) __attribute__((always_inline)) {
            return _mm256_srai_epi32(_mm256_madd_epi16(_mm256_i32gather_epi32((const int *)lines.pairs, at, 4), parts), 15);
        };
        const __m256i none = _mm256_setzero_si256(), least = _mm256_set1_epi16(INT16_MIN);
        const __m256i made = _mm256_packs_epi32(eight(_mm256_unpacklo_epi16(at, none), _mm256_unpacklo_epi16(least, along)),
                                                eight(_mm256_unpackhi_epi16(at, none), _mm256_unpackhi_epi16(least, along)));
        __builtin_memcpy((int16_t *)&result + n, &made, 32);
    }
    return result;
#else
    alignas(64) int16_t places[sampleCount];
    store(places, place);
    IntSamples pairs;
    for (int n = 0; n < sampleCount; n += 8) {
        typedef int32_t Eight __attribute__((ext_vector_type(8)));
        const auto pair = [&](int lane) { return load<int32_t>(lines.pairs + 2 * places[n + lane]); };
        Eight eight = {pair(0), pair(1), pair(2), pair(3), pair(4), pair(5), pair(6), pair(7)};
        __builtin_memcpy((int32_t *)&pairs + n, &eight, sizeof eight);
    }
    ShortSamples begin, rise;
    parted(pairs, begin, rise);
    return upperProduct(rise << 1, part) - begin;
#endif
#endif
}

// Products in 1/32768, rounded; the compiler does not see that processors have one instruction for it.
INLINE ShortSamples roundedProduct(ShortSamples value, int16_t weight) {
#if defined(PROCESSOR_HAS_TABLES)
    return (ShortSamples)_mm512_mulhrs_epi16((__m512i)value, _mm512_set1_epi16(weight));
#elif defined(PROCESSOR_GATHERS_EIGHT)
    __m256i halves[2];
    __builtin_memcpy(halves, &value, 64);
    for (__m256i &half : halves) half = _mm256_mulhrs_epi16(half, _mm256_set1_epi16(weight));
    return load<ShortSamples>(halves);
#else
    IntSamples product = __builtin_convertvector(value, IntSamples) * (int32_t)weight;
    return __builtin_convertvector(((product >> 14) + 1) >> 1, ShortSamples);
#endif
}

INLINE ShortSamples limited(ShortSamples numbers, int16_t most) {
    return __builtin_elementwise_min(__builtin_elementwise_max(numbers, ShortSamples(0)), ShortSamples(most));
}

// Sums of a picture as numbers of the screen.
struct Curves {
    const ProcessorCurves &curves;
    const Lines *lines;

    INLINE_MEMBER ShortSamples first(ShortSamples sums) const {
        const ShortSamples numbers = limited(sums - 16, 8160);
        return curves.isCurved ? throughCurve<2>(lines[0], numbers) : numbers << 2;
    }

    INLINE_MEMBER ShortSamples second(ShortSamples red, ShortSamples green, ShortSamples blue, int color) const {
        const int16_t *parts = curves.mixture + color * 3;
        const ShortSamples light = roundedProduct(red, parts[0]) + roundedProduct(green, parts[1]) + roundedProduct(blue, parts[2]);
        return throughCurve<1>(lines[1], limited(light, 16000));
    }

    INLINE_MEMBER void operator()(ShortSamples &red, ShortSamples &green, ShortSamples &blue) const {
        ShortSamples r = first(red), g = first(green), b = first(blue);
        red = r, green = g, blue = b;
        if (curves.isMixed) red = second(r, g, b, 0), green = second(r, g, b, 1), blue = second(r, g, b, 2);
    }

    // The codes of numbers, of which 128 are one, or a byte of their 16 bits.
    INLINE_MEMBER ShortSamples codes(ShortSamples numbers) const {
        if (curves.part == 0) return (numbers + 64) >> 7;
        numbers += numbers + (numbers >> 7);
        return (curves.part == 1 ? numbers >> 8 : numbers) & 255;
    }
};

// The picture's sums are the screen's.
struct NoCurves {
    INLINE_MEMBER void operator()(ShortSamples &, ShortSamples &, ShortSamples &) const {}

    static INLINE_MEMBER ShortSamples codes(ShortSamples sums) { return limited(sums >> 5, 255); }
};

// True when the samples are luma and colour differences, false when each is a colour's own.
INLINE bool hasChroma(const int16_t (*weights)[4]) { return weights[1][0] != 0; }

// The parts of samples in the sums for red, green and blue: luma weighs the same in all three.
struct Colors {
    ShortSamples red, green, blue;

    INLINE_MEMBER Colors operator+(ShortSamples luma) const { return {red + luma, green + luma, blue + luma}; }

    // Pixels of four bytes.
    template <class Screen> INLINE_MEMBER LongSamples pixels(bool isBlueFirst, Screen screen) const {
        ShortSamples r = red, g = green, b = blue;
        screen(r, g, b);
        ShortSamples low = screen.codes(isBlueFirst ? b : r) | screen.codes(g) << 8;
        return (LongSamples)inTurn(low, screen.codes(isBlueFirst ? r : b) | (int16_t)0xff00);
    }
};

INLINE Colors chroma(ShortSamples second, ShortSamples third, const int16_t (*weights)[4]) {
    return {upperProduct(third, weights[0][2]) + weights[0][3],
            upperProduct(second, weights[1][1]) + upperProduct(third, weights[1][2]) + weights[1][3],
            upperProduct(second, weights[2][1]) + weights[2][3]};
}

template <bool hasChroma> INLINE Colors colors(const int16_t *const *rows, int x, const int16_t (*weights)[4]) {
    ShortSamples first = load<ShortSamples>(rows[0] + x), second = load<ShortSamples>(rows[1] + x),
                 third = load<ShortSamples>(rows[2] + x);
    if (hasChroma) return chroma(second, third, weights) + upperProduct(first, weights[0][0]);
    return {upperProduct(first, weights[0][0]) + weights[0][3], upperProduct(second, weights[1][1]) + weights[1][3],
            upperProduct(third, weights[2][2]) + weights[2][3]};
}

// Writes the pixels of rows of samples.
template <bool isBlueFirst, bool hasChroma, class Screen>
static void convert(const int16_t *const *rows, const int16_t (*weights)[4], Screen screen, int count, uint8_t *__restrict to) {
    const int16_t *const local[] = {rows[0], rows[1], rows[2]};
    const int whole = count & -sampleCount;
    for (int x = 0; x < whole; x += sampleCount) store(to + x * 4, colors<hasChroma>(local, x, weights).pixels(isBlueFirst, screen));
    if (whole == count) return;
    LongSamples pixels = colors<hasChroma>(local, whole, weights).pixels(isBlueFirst, screen);
    __builtin_memcpy(to + whole * 4, &pixels, (size_t)(count - whole) * 4);
}

// The same where each two pixels share their colour differences; `luma` gives the samples at even and at odd places.
template <bool isBlueFirst, class Luma, class Screen>
INLINE void convertPairs(Luma luma, const int16_t *second, const int16_t *third, const int16_t (*weights)[4], Screen screen, int count,
                         uint8_t *__restrict to) {
    for (int x = 0; x < count; x += 2 * sampleCount) {
        Colors shared = chroma(load<ShortSamples>(second + x / 2), load<ShortSamples>(third + x / 2), weights);
        ShortSamples even, odd;
        luma(x, even, odd);
        auto pixels = inTurn((shared + upperProduct(even, weights[0][0])).pixels(isBlueFirst, screen),
                             (shared + upperProduct(odd, weights[0][0])).pixels(isBlueFirst, screen));
        if (x + 2 * sampleCount <= count)
            store(to + x * 4, pixels);
        else
            __builtin_memcpy(to + x * 4, &pixels, (size_t)(count - x) * 4);
    }
}
