// Numbers that are no samples yet: unpacked, and made pixels where each has one colour, or hue, saturation and value.
//
// Whole numbers alone, so that all kinds of vectors make the same bits. Nothing is allocated: rows lie in memory that the caller gives.

// MARK: Unpacking

// Numbers of `bits` bits whose upper eight are bytes; the lower bits of `pixels` of them follow, those of the first one lowest.
template <int bits, int pixels, class To> static void unpackGroups(const uint8_t *__restrict from, int count, To *__restrict to) {
    constexpr int low = bits - 8, bytes = pixels * bits / 8;
    const int groups = count / pixels;
    const auto number = [=](int group, int place) {
        const uint8_t *at = from + group * bytes;
        uint32_t rest = 0;
        for (int byte = 0; byte < bytes - pixels; ++byte) rest |= (uint32_t)at[pixels + byte] << (8 * byte);
        return (To)((uint32_t)at[place] << low | (rest >> (place * low) & ((1u << low) - 1)));
    };
    AS_VECTORS
    for (int group = 0; group < groups; ++group)
        for (int place = 0; place < pixels; ++place) to[group * pixels + place] = number(group, place);
    for (int place = 0; place < count % pixels; ++place) to[groups * pixels + place] = number(groups, place);
}

// Reads a row of numbers.
template <class To> static void unpack(const ProcessorCoding &coding, const uint8_t *__restrict from, int count, To *__restrict to) {
    if (coding.bits == 8) {
        AS_VECTORS
        for (int x = 0; x < count; ++x) to[x] = (To)from[x];
    } else if (!coding.isPacked) {
        const uint32_t mask = (1u << coding.bits) - 1;
        AS_VECTORS
        for (int x = 0; x < count; ++x) to[x] = (To)((from[x * 2] | (uint32_t)from[x * 2 + 1] << 8) & mask);
    } else if (coding.bits == 10) {
        unpackGroups<10, 4>(from, count, to);
    } else if (coding.bits == 12) {
        unpackGroups<12, 2>(from, count, to);
    } else {
        unpackGroups<14, 4>(from, count, to);
    }
}

// MARK: Mosaics

// The place that one beside a picture equals: a mosaic goes on mirrored, so that colours stay in their columns and rows. One row repeats.
INLINE int mirrored(int place, int count) {
    if (count == 1) return 0;
    while (place < 0 || place >= count) place = place < 0 ? -place : 2 * (count - 1) - place;
    return place;
}

// A row's numbers, those of even columns and those of odd ones, which have margins: the neighbours of columns are columns of the other
// half, so that nothing depends on a column's place in it.
template <class Number> struct MosaicLine {
    Number *halves[2];
    // The half that has red or blue; the other one is green.
    int colored;

    INLINE_MEMBER const Number *colors() const { return halves[colored]; }
    INLINE_MEMBER const Number *greens() const { return halves[1 - colored]; }
};

template <class Number> struct Mosaic {
    typedef Number Lanes __attribute__((ext_vector_type(32)));
    // Numbers before and behind a half of a row: neighbours, and whole vectors.
    static constexpr int before = 32, behind = 96;
    // Lines on their way, and rows of differences.
    static constexpr int lineCount = 5, rowCount = 3;

    const ProcessorCoding &coding;
    const uint8_t *from;
    ptrdiff_t fromStride;
    Number *memory;
    // The columns of a half.
    int count;
    Number most;

    static int half(int width) { return ((width + 1) / 2 + before + behind) & -32; }
    static size_t size(int width) { return sizeof(Number) * (size_t)half(width) * (2 * lineCount + rowCount + 2); }

    Number *row(int number) const { return memory + (ptrdiff_t)half(coding.width) * number + before; }

    // The numbers of a row that may be one or three beside the picture.
    MosaicLine<Number> line(int y) const {
        const int place = (y + lineCount) % lineCount;
        return {{row(2 * place), row(2 * place + 1)}, (coding.red & 1) ^ ((y ^ coding.red >> 1) & 1)};
    }

    // Red or blue less green of such a row.
    Number *differences(int y) const { return row(2 * lineCount + (y + rowCount) % rowCount); }

    void read(int y) const {
        const uint8_t *bytes = from + mirrored(y, coding.height) * fromStride;
        const MosaicLine<Number> line = this->line(y);
        Number *const even = line.halves[0], *const odd = line.halves[1];
        const int width = coding.width, pairs = width / 2;
        if (coding.bits == 8) {
            AS_VECTORS
            for (int x = 0; x < pairs; ++x) {
                uint16_t word;
                __builtin_memcpy(&word, bytes + x * 2, 2);
                even[x] = (Number)(word & 255);
                odd[x] = (Number)(word >> 8);
            }
            if (width % 2 > 0) even[pairs] = bytes[width - 1];
        } else {
            // Two rows' room.
            Number *const whole = row(2 * lineCount + rowCount) - before;
            unpack(coding, bytes, width, whole);
            AS_VECTORS
            for (int x = 0; x < pairs; ++x) {
                even[x] = whole[2 * x];
                odd[x] = whole[2 * x + 1];
            }
            if (width % 2 > 0) even[pairs] = whole[width - 1];
        }
        const auto copy = [=](int x) {
            const int place = mirrored(x, width);
            line.halves[x & 1][x >> 1] = line.halves[place & 1][place >> 1];
        };
        for (int x = -4; x < 0; ++x) copy(x);
        for (int x = width; x < 2 * count + 4; ++x) copy(x);
    }

    INLINE_MEMBER Lanes limited(Lanes numbers) const {
        return __builtin_elementwise_min(__builtin_elementwise_max(numbers, Lanes((Number)0)), Lanes(most));
    }

    // Finds green where red or blue is, along the direction that changes less, and what these have more (Hamilton and Adams).
    void differ(int y) const {
        const MosaicLine<Number> same = line(y);
        const Number *const colors = same.colors(), *const greens = same.greens() + same.colored - 1;
        const Number *const far = line(y - 2).colors(), *const deep = line(y + 2).colors();
        const Number *const above = line(y - 1).greens(), *const below = line(y + 1).greens();
        Number *const to = differences(y);
        for (int i = 0; i < count; i += 32) {
            const auto at = [=](const Number *place) __attribute__((always_inline)) { return load<Lanes>(place + i); };
            const Lanes color = at(colors), twice = color << 1, l = at(greens), r = at(greens + 1), u = at(above), d = at(below);
            const Lanes bend = twice - at(colors - 1) - at(colors + 1), fall = twice - at(far) - at(deep);
            const Lanes across = __builtin_elementwise_abs(l - r) + __builtin_elementwise_abs(bend);
            const Lanes down = __builtin_elementwise_abs(u - d) + __builtin_elementwise_abs(fall);
            const Lanes level = (((l + r) << 1) + bend + 2) >> 2, upright = (((u + d) << 1) + fall + 2) >> 2;
            const Lanes green = across < down ? level : down < across ? upright : (level + upright + 1) >> 1;
            store(to + i, color - limited(green));
        }
        to[-1] = to[mirrored(same.colored - 2, coding.width) >> 1];
        to[count] = to[mirrored(2 * count + same.colored, coding.width) >> 1];
    }

    // Writes a row of pixels by what red and blue have more than green.
    template <int colored, bool isRed, class Pixels> void writeRow(int y, Pixels pixels, uint8_t *to) const {
        const Number *const above = differences(y - 1) + colored - 1, *const same = differences(y), *const below = differences(y + 1) + colored - 1;
        const Number *const colors = line(y).halves[colored], *const greens = line(y).halves[1 - colored];
        const auto at = [](const Number *place) __attribute__((always_inline)) { return load<Lanes>(place); };
        const auto part = [=](int i) __attribute__((always_inline)) {
            const Lanes color = at(colors + i), green = color - at(same + i), own = at(greens + i);
            const Lanes sum = at(above + i) + at(above + i + 1) + at(below + i) + at(below + i + 1);
            const Lanes other = green + ((sum + 2) >> 2);
            const Lanes along = own + ((at(same + i - colored) + at(same + i + 1 - colored) + 1) >> 1);
            const Lanes across = own + ((at(above + i + 1 - colored) + at(below + i + 1 - colored) + 1) >> 1);
            const Lanes first[] = {isRed ? color : other, green, isRed ? other : color};
            const Lanes second[] = {isRed ? along : across, own, isRed ? across : along};
            const auto limit = [=](Lanes numbers) __attribute__((always_inline)) { return limited(numbers); };
            return colored == 0 ? pixels(first, second, limit) : pixels(second, first, limit);
        };
        constexpr int bytes = (int)sizeof part(0) / 64;
        const int whole = coding.width / 64 * 32;
        for (int i = 0; i < whole; i += 32) store(to + i * 2 * bytes, part(i));
        if (whole == count) return;
        const auto last = part(whole);
        __builtin_memcpy(to + whole * 2 * bytes, &last, (size_t)((coding.width - 2 * whole) * bytes));
    }

    template <class Pixels> void write(int y, Pixels pixels, uint8_t *to) const {
        const bool isRed = (y & 1) == coding.red >> 1;
        if (line(y).colored == 0)
            isRed ? writeRow<0, true>(y, pixels, to) : writeRow<0, false>(y, pixels, to);
        else
            isRed ? writeRow<1, true>(y, pixels, to) : writeRow<1, false>(y, pixels, to);
    }

    template <class Pixels> void decode(Pixels pixels, uint8_t *to, ptrdiff_t stride) const {
        for (int y = -3; y < 1; ++y) read(y);
        for (int y = -1; y <= coding.height; ++y) {
            read(y + 2);
            differ(y);
            if (y > 0) write(y - 1, pixels, to + (y - 1) * stride);
        }
    }
};

typedef uint64_t GiantSamples __attribute__((ext_vector_type(32)));

#if defined(PROCESSOR_HAS_TABLES)
// The places of the bytes of pixels at even and at odd places among packed ones; green's are behind red's.
struct PixelOrder {
    alignas(64) uint8_t places[256] = {};

    constexpr PixelOrder() {
        for (int pixel = 0; pixel < 64; ++pixel)
            for (int byte = 0; byte < 3; ++byte)
                places[4 * pixel + byte] = (uint8_t)(pixel / 16 * 16 + pixel % 2 * 8 + pixel / 2 % 8 + (byte == 1 ? 64 : 0));
    }
};
static constexpr PixelOrder pixelOrder;
#endif

// Pixels of four bytes, of the colours at even and at odd places.
struct BytePixels {
    template <class Limit> INLINE_MEMBER GiantSamples operator()(const ShortSamples *even, const ShortSamples *odd, Limit limit) const {
#if defined(PROCESSOR_HAS_TABLES)
        const auto packed = [=](int color) __attribute__((always_inline)) { return _mm512_packus_epi16((__m512i)even[color], (__m512i)odd[color]); };
        const __m512i red = packed(0), green = packed(1), blue = packed(2);
        __m512i pixels[4];
        for (int part = 0; part < 4; ++part) {
            const __m512i order = load<__m512i>(pixelOrder.places + 64 * part);
            const __m512i two = _mm512_maskz_permutex2var_epi8(0x3333333333333333, red, order, green);
            pixels[part] = _mm512_or_si512(_mm512_mask_permutexvar_epi8(two, 0x4444444444444444, order, blue), _mm512_set1_epi32((int)0xff000000));
        }
        return load<GiantSamples>(pixels);
#elif defined(PROCESSOR_GATHERS_EIGHT)
        __m256i pixels[8];
        for (int half = 0; half < 2; ++half) {
            const auto packed = [=](int color) __attribute__((always_inline)) {
                return _mm256_packus_epi16(load<__m256i>((const int16_t *)(even + color) + 16 * half),
                                           load<__m256i>((const int16_t *)(odd + color) + 16 * half));
            };
            const __m256i red = packed(0), green = packed(1), blue = packed(2), ones = _mm256_set1_epi8(-1);
            const __m256i a = _mm256_unpacklo_epi8(red, green), b = _mm256_unpacklo_epi8(blue, ones);
            const __m256i c = _mm256_unpackhi_epi8(red, green), d = _mm256_unpackhi_epi8(blue, ones);
            const __m256i first = _mm256_unpacklo_epi16(a, b), second = _mm256_unpackhi_epi16(a, b);
            const __m256i third = _mm256_unpacklo_epi16(c, d), fourth = _mm256_unpackhi_epi16(c, d);
            const __m256i parts[] = {_mm256_unpacklo_epi32(first, third), _mm256_unpackhi_epi32(first, third),
                                     _mm256_unpacklo_epi32(second, fourth), _mm256_unpackhi_epi32(second, fourth)};
            for (int pair = 0; pair < 2; ++pair) {
                pixels[4 * half + pair] = _mm256_permute2x128_si256(parts[2 * pair], parts[2 * pair + 1], 0x20);
                pixels[4 * half + 2 + pair] = _mm256_permute2x128_si256(parts[2 * pair], parts[2 * pair + 1], 0x31);
            }
        }
        return load<GiantSamples>(pixels);
#else
        const auto pixels = [=](const ShortSamples *colors) __attribute__((always_inline)) {
            return (LongSamples)inTurn(limit(colors[0]) | limit(colors[1]) << 8, limit(colors[2]) | (int16_t)0xff00);
        };
        return (GiantSamples)inTurn(pixels(even), pixels(odd));
#endif
    }
};

// Pixels of ten bits for each of blue, green and red, and two.
struct TenBitPixels {
    template <class Limit> INLINE_MEMBER GiantSamples operator()(const ShortSamples *even, const ShortSamples *odd, Limit limit) const {
        const auto pixels = [=](const ShortSamples *colors) __attribute__((always_inline)) {
            const ShortSamples green = limit(colors[1]);
            return (LongSamples)inTurn(limit(colors[2]) | green << 10, green >> 6 | limit(colors[0]) << 4 | (int16_t)0xc000);
        };
        return (GiantSamples)inTurn(pixels(even), pixels(odd));
    }
};

// Pixels of four words, whose lower bits repeat the upper ones.
struct WordPixels {
    int bits;

    template <class Numbers, class Limit> INLINE_MEMBER auto operator()(const Numbers *even, const Numbers *odd, Limit limit) const {
        const auto full = [=](Numbers numbers) __attribute__((always_inline)) {
            const WordSamples words = __builtin_convertvector(limit(numbers), WordSamples);
            return words << (uint16_t)(16 - bits) | words >> (uint16_t)(2 * bits - 16);
        };
        const auto pixels = [=](const Numbers *colors) __attribute__((always_inline)) {
            return (GiantSamples)inTurn((LongSamples)inTurn(full(colors[0]), full(colors[1])),
                                        (LongSamples)inTurn(full(colors[2]), WordSamples((uint16_t)0xffff)));
        };
        return inTurn(pixels(even), pixels(odd));
    }
};

template <class Number> INLINE Mosaic<Number> mosaic(const ProcessorCoding &coding, const uint8_t *from, ptrdiff_t fromStride, void *memory) {
    return {coding, from, fromStride, (Number *)memory, (coding.width + 1) / 2, (Number)((1 << coding.bits) - 1)};
}

// MARK: Others

// Hue, saturation and value in the last three of `step` bytes: each colour lacks of the value what its distance from the hue takes away. In
// 16 bits, since the colours of hues lie closer together than codes of 8.
template <int step, int hues> static void readHues(const uint8_t *__restrict from, int count, uint16_t *__restrict to) {
    AS_VECTORS
    for (int x = 0; x < count; ++x) {
        const uint8_t *pixel = from + x * step + step - 3;
        const int32_t hue = pixel[0] * 6;
        const uint32_t value = pixel[2] * 257u, most = value * pixel[1];
        // In parts of which a sixth of the circle has as many as there are hues: a color lacks nothing within one on either side of its
        // own, and all from two on.
        for (int color = 0; color < 3; ++color) {
            int32_t place = hue + (5 - 2 * color) * hues;
            place = place >= 12 * hues ? place - 12 * hues : place;
            place = place >= 6 * hues ? place - 6 * hues : place;
            int32_t lack = place < 4 * hues - place ? place : 4 * hues - place;
            lack = lack < 0 ? 0 : lack > hues ? hues : lack;
            to[x * 4 + color] = (uint16_t)(value - (most * (uint32_t)lack + 255 * hues / 2 - 1) / (255 * hues));
        }
        to[x * 4 + 3] = 0xffff;
    }
}

// Distances as greys: those from the black one to the white one, and none, which is black.
static void readDepths(const ProcessorCoding &coding, const uint8_t *__restrict from, uint16_t *__restrict to) {
    const bool isFalling = coding.white < coding.black;
    const uint32_t low = (uint32_t)(isFalling ? coding.white : coding.black), high = (uint32_t)(isFalling ? coding.black : coding.white);
    const uint32_t span = high > low ? high - low : 1, inversion = isFalling ? 0xffff : 0;
    const uint64_t factor = ((65535ull << 16) + span / 2) / span;
    AS_VECTORS
    for (int x = 0; x < coding.width; ++x) {
        const uint32_t depth = from[x * 2] | (uint32_t)from[x * 2 + 1] << 8;
        const uint32_t above = depth < low ? 0 : depth > high ? span : depth - low;
        const uint32_t grey = (uint32_t)((above * factor + 0x8000) >> 16) ^ inversion;
        to[x] = (uint16_t)(depth == 0 ? 0 : grey);
    }
}

static size_t codingSize(const ProcessorCoding *coding) {
    if (coding->kind != PROCESSOR_MOSAIC) return 0;
    return coding->bits > 12 ? Mosaic<int32_t>::size(coding->width) : Mosaic<int16_t>::size(coding->width);
}

static void decode(const ProcessorCoding *coding, const uint8_t *from, ptrdiff_t fromStride, uint8_t *to, ptrdiff_t toStride, void *memory) {
    const auto rows = [=](auto body) {
        for (int y = 0; y < coding->height; ++y) body(from + y * fromStride, to + y * toStride);
    };
    switch (coding->kind) {
    case PROCESSOR_MOSAIC:
        if (coding->bits == 8) return mosaic<int16_t>(*coding, from, fromStride, memory).decode(BytePixels(), to, toStride);
        if (coding->bits == 10) return mosaic<int16_t>(*coding, from, fromStride, memory).decode(TenBitPixels(), to, toStride);
        if (coding->bits <= 12) return mosaic<int16_t>(*coding, from, fromStride, memory).decode(WordPixels{coding->bits}, to, toStride);
        return mosaic<int32_t>(*coding, from, fromStride, memory).decode(WordPixels{coding->bits}, to, toStride);
    case PROCESSOR_HUES: {
        const auto read = coding->bits == 24 ? coding->hues == 180 ? readHues<3, 180> : readHues<3, 256>
            : coding->hues == 180 ? readHues<4, 180> : readHues<4, 256>;
        return rows([=](const uint8_t *from, uint8_t *to) { read(from, coding->width, (uint16_t *)to); });
    }
    case PROCESSOR_GREYS:
        return rows([=](const uint8_t *from, uint8_t *to) { unpack(*coding, from, coding->width, (uint16_t *)to); });
    case PROCESSOR_DEPTHS: return rows([=](const uint8_t *from, uint8_t *to) { readDepths(*coding, from, (uint16_t *)to); });
    }
}
