// Runs programs: rows in parts that stay in the first cache.

// MARK: Reading

// The codes of sixteen pixels, 0…255.
struct Codes {
    ShortLanes first, second, third;
};

INLINE ShortLanes widened(ByteLanes bytes) { return __builtin_convertvector(bytes, ShortLanes); }

// The upper halves of products with a weight; the compiler has one instruction for it.
INLINE ShortLanes upperProduct(ShortLanes value, int16_t weight) {
    IntLanes product = __builtin_convertvector(value, IntLanes) * (int32_t)weight;
    return __builtin_convertvector(product >> 16, ShortLanes);
}

INLINE ShortLanes channelCode(const Codes &middled, const int16_t *weights) {
    ShortLanes sum = upperProduct(middled.first, weights[0]) + upperProduct(middled.second, weights[1])
        + upperProduct(middled.third, weights[2]) + weights[3];
    sum = sum >> 5;
    return __builtin_elementwise_min(__builtin_elementwise_max(sum, ShortLanes(0)), ShortLanes(255));
}

// Codes → codes of red, green and blue, with the arithmetic of Picture.glsl: an untouched picture keeps its bits.
INLINE Codes colorCodes(const Codes &codes, const ProcessorImage &image) {
    Codes middled = {(codes.first << 8) - (int16_t)-32768, (codes.second << 8) - (int16_t)-32768,
                     (codes.third << 8) - (int16_t)-32768};
    return {channelCode(middled, image.weights[0]), channelCode(middled, image.weights[1]),
            channelCode(middled, image.weights[2])};
}

INLINE Float part(ShortLanes code) { return Float(__builtin_convertvector(code, FloatLanes)) * (1.0f / 255.0f); }

// The ways to keep the colours that are read: as floats in planes, or as bytes in planes.
INLINE void put(float *into, int column, const Codes &colors) {
    store(into + column, vec4(part(colors.first), part(colors.second), part(colors.third), 1.0f), false);
}
INLINE void put(uint8_t *into, int column, const Codes &colors) {
    ByteLanes red = __builtin_convertvector(colors.first, ByteLanes),
              green = __builtin_convertvector(colors.second, ByteLanes),
              blue = __builtin_convertvector(colors.third, ByteLanes);
    __builtin_memcpy(into + column, &red, sizeof red);
    __builtin_memcpy(into + PROCESSOR_PART + column, &green, sizeof green);
    __builtin_memcpy(into + 2 * PROCESSOR_PART + column, &blue, sizeof blue);
}

// Sixteen pixels of one byte each from two of two bytes.
INLINE ByteLanes evens(const uint8_t *from) {
    ByteLanes a = load<ByteLanes>(from), b = load<ByteLanes>(from + 16);
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}
INLINE ByteLanes odds(const uint8_t *from) {
    ByteLanes a = load<ByteLanes>(from), b = load<ByteLanes>(from + 16);
    return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}
// Each of the first eight bytes twice.
INLINE ByteLanes doubled(ByteLanes a) {
    return __builtin_shufflevector(a, a, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
}
INLINE ByteLanes pairs(ByteLanes a, int first) {
    return first == 0 ? __builtin_shufflevector(a, a, 0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14)
                      : __builtin_shufflevector(a, a, 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15);
}
INLINE ByteLanes quads(const uint8_t *from, int first) {
    ByteLanes a = load<ByteLanes>(from), b = load<ByteLanes>(from + 16);
    return first == 0
        ? __builtin_shufflevector(a, b, 0, 0, 4, 4, 8, 8, 12, 12, 16, 16, 20, 20, 24, 24, 28, 28)
        : first == 1 ? __builtin_shufflevector(a, b, 1, 1, 5, 5, 9, 9, 13, 13, 17, 17, 21, 21, 25, 25, 29, 29)
        : first == 2 ? __builtin_shufflevector(a, b, 2, 2, 6, 6, 10, 10, 14, 14, 18, 18, 22, 22, 26, 26, 30, 30)
                     : __builtin_shufflevector(a, b, 3, 3, 7, 7, 11, 11, 15, 15, 19, 19, 23, 23, 27, 27, 31, 31);
}

// Rows of samples, beginning at the first pixel of a part, with bytes to spare behind them.
struct Rows {
    const uint8_t *planes[3];
};

template <ProcessorSamples samples> INLINE Codes codes(const Rows &rows, int column, int columnShift) {
    const uint8_t *first = rows.planes[0];
    switch (samples) {
    case PROCESSOR_SEMI_PLANAR: {
        ByteLanes chroma = load<ByteLanes>(rows.planes[1] + column);
        return {widened(load<ByteLanes>(first + column)), widened(pairs(chroma, 0)), widened(pairs(chroma, 1))};
    }
    case PROCESSOR_PLANAR: {
        const uint8_t *second = rows.planes[1] + (column >> columnShift);
        const uint8_t *third = rows.planes[2] + (column >> columnShift);
        ByteLanes b = load<ByteLanes>(second), r = load<ByteLanes>(third);
        return {widened(load<ByteLanes>(first + column)), widened(columnShift ? doubled(b) : b),
                widened(columnShift ? doubled(r) : r)};
    }
    case PROCESSOR_YUYV:
        return {widened(evens(first + column * 2)), widened(quads(first + column * 2, 1)),
                widened(quads(first + column * 2, 3))};
    case PROCESSOR_UYVY:
        return {widened(odds(first + column * 2)), widened(quads(first + column * 2, 0)),
                widened(quads(first + column * 2, 2))};
    default: {
        ShortLanes grey = widened(load<ByteLanes>(first + column));
        return {grey, grey, grey};
    }
    }
}

template <ProcessorSamples samples, class Number>
static void readCodes(const ProcessorImage &image, const Rows &rows, int count, Number *into) {
    for (int column = 0; column < count; column += laneCount)
        put(into, column, colorCodes(codes<samples>(rows, column, image.channels[1].columnShift), image));
}

static void readWords(const uint8_t *, int, uint8_t *) {}
static void readWords(const uint8_t *from, int count, float *into) {
    for (int column = 0; column < count; column += laneCount)
        store(into + column, unpacked(load<WordLanes>(from + column * 4)), false);
}

template <int red, class Number>
static void readTexels(const ProcessorImage &image, const uint8_t *from, int count, Number *into) {
    for (int column = 0; column < count; column += laneCount) {
        WordLanes word = load<WordLanes>(from + column * 4);
        Codes codes = {__builtin_convertvector(word >> red * 8 & 255, ShortLanes),
                       __builtin_convertvector(word >> 8 & 255, ShortLanes),
                       __builtin_convertvector(word >> (2 - red) * 8 & 255, ShortLanes)};
        put(into, column, colorCodes(codes, image));
    }
}

template <class Number> static void readFloats(const uint8_t *, int, uint8_t *) {}
template <class Number> static void readFloats(const uint8_t *from, int count, float *into) {
    for (int pixel = 0; pixel < count; ++pixel) {
        Number numbers[4];
        __builtin_memcpy(numbers, from + pixel * sizeof numbers, sizeof numbers);
        for (int channel = 0; channel < 4; ++channel) into[channel * PROCESSOR_PART + pixel] = (float)numbers[channel];
    }
}

INLINE void putWithAlpha(float *into, int column, const Codes &colors, ShortLanes alpha) {
    store(into + column, vec4(part(colors.first), part(colors.second), part(colors.third), part(alpha)), false);
}
INLINE void putWithAlpha(uint8_t *into, int column, const Codes &colors, ShortLanes) { put(into, column, colors); }

// A picture that lies turned in memory, or has no pattern: one sample after another, eight bits of each.
template <class Number>
static void readSlowly(const ProcessorImage &image, int x, int y, int count, Number *into) {
    alignas(16) uint8_t bytes[4][PROCESSOR_PART + laneCount];
    const int *m = image.turn;
    for (int number = 0; number < image.channelCount; ++number) {
        const ProcessorChannel &channel = image.channels[number];
        const uint8_t *plane = image.planes[channel.plane];
        const ptrdiff_t stride = image.strides[channel.plane];
        uint8_t *to = bytes[number];
        withReader(channel, [=](auto sample) {
            for (int pixel = 0; pixel < count; ++pixel) {
                int column = (x + pixel) * m[0] + y * m[1] + m[2], row = (x + pixel) * m[3] + y * m[4] + m[5];
                to[pixel] = (uint8_t)(sample(plane + (row >> channel.rowShift) * stride, column >> channel.columnShift) >> 8);
            }
        });
    }
    const int second = image.channelCount > 1 ? 1 : 0, third = image.channelCount > 1 ? 2 : 0;
    for (int column = 0; column < count; column += laneCount) {
        ShortLanes a = widened(load<ByteLanes>(bytes[0] + column)), b = widened(load<ByteLanes>(bytes[second] + column)),
                   c = widened(load<ByteLanes>(bytes[third] + column));
        if (image.samples == PROCESSOR_RGBA8)
            putWithAlpha(into, column, {a, b, c}, widened(load<ByteLanes>(bytes[3] + column)));
        else
            put(into, column, colorCodes({a, b, c}, image));
    }
}

// Bytes of a plane's row that a part of it needs, from `first` on.
struct Extent {
    ptrdiff_t first, count;
};

INLINE Extent extent(const ProcessorImage &image, int plane, int x, int count) {
    // Those of the widest elements.
    int step = 0, shift = 0;
    for (int number = 0; number < image.channelCount; ++number) {
        const ProcessorChannel &channel = image.channels[number];
        if (channel.plane == plane && channel.step / 8 > step) step = channel.step / 8, shift = channel.columnShift;
    }
    return {(x >> shift) * step, ((count + (1 << shift) - 1) >> shift) * step};
}

INLINE bool isPlain(const ProcessorImage &image) {
    const int *m = image.turn;
    return m[0] == 1 && m[1] == 0 && m[2] == 0 && m[3] == 0 && m[4] == 1 && m[5] == 0 && image.samples != PROCESSOR_ROW;
}

template <class Number> static void read(const ProcessorImage &image, int x, int y, int count, Number *into) {
    if (!isPlain(image)) return readSlowly(image, x, y, count, into);
    // Vectors read up to the next whole one: the last ones of a row from a copy that has room.
    alignas(16) uint8_t copies[3][PROCESSOR_PART * 16 + 64];
    Rows rows = {};
    bool isWhole = count == PROCESSOR_PART;
    const int planeCount = image.samples == PROCESSOR_PLANAR ? 3 : image.samples == PROCESSOR_SEMI_PLANAR ? 2 : 1;
    for (int plane = 0; plane < planeCount; ++plane) {
        Extent part = extent(image, plane, x, count);
        const uint8_t *from = image.planes[plane] + (plane == 0 ? y : y >> image.channels[1].rowShift) * image.strides[plane]
            + part.first;
        // Half as many bytes are a whole number of vectors, too, but for the planes of colour.
        if (isWhole && !(image.samples == PROCESSOR_PLANAR && plane > 0)) {
            rows.planes[plane] = from;
        } else {
            __builtin_memcpy(copies[plane], from, (size_t)part.count);
            rows.planes[plane] = copies[plane];
        }
    }
    switch (image.samples) {
    case PROCESSOR_RGBA8: return readWords(rows.planes[0], count, into);
    case PROCESSOR_HALF: return readFloats<_Float16>(rows.planes[0], count, into);
    case PROCESSOR_FLOAT: return readFloats<float>(rows.planes[0], count, into);
    case PROCESSOR_SEMI_PLANAR: return readCodes<PROCESSOR_SEMI_PLANAR>(image, rows, count, into);
    case PROCESSOR_PLANAR: return readCodes<PROCESSOR_PLANAR>(image, rows, count, into);
    case PROCESSOR_YUYV: return readCodes<PROCESSOR_YUYV>(image, rows, count, into);
    case PROCESSOR_UYVY: return readCodes<PROCESSOR_UYVY>(image, rows, count, into);
    case PROCESSOR_BGRX: return readTexels<2>(image, rows.planes[0], count, into);
    case PROCESSOR_RGBX: return readTexels<0>(image, rows.planes[0], count, into);
    case PROCESSOR_GREY: return readCodes<PROCESSOR_GREY>(image, rows, count, into);
    case PROCESSOR_ROW: __builtin_unreachable();
    }
}

// MARK: Writing

template <bool isWithinRange> INLINE WordLanes packed(vec4 color) {
    if (!isWithinRange) color = clamp(color, 0.0f, 1.0f);
    color = color * 255.0f + 0.5f;
    WordLanes word = WordLanes(0);
    for (int channel = 0; channel < 4; ++channel)
        word |= (WordLanes)__builtin_convertvector(color[channel].lanes, IntLanes) << channel * 8;
    return word;
}

template <class Number> static void writeFloats(uint8_t *to, int count, const float *from) {
    for (int pixel = 0; pixel < count; ++pixel) {
        Number numbers[4];
        for (int channel = 0; channel < 4; ++channel) numbers[channel] = (Number)from[channel * PROCESSOR_PART + pixel];
        __builtin_memcpy(to + pixel * sizeof numbers, numbers, sizeof numbers);
    }
}

template <bool isWithinRange> static void writeWords(uint8_t *to, int count, const float *from) {
    int whole = count - count % laneCount;
    for (int column = 0; column < whole; column += laneCount) {
        WordLanes word = packed<isWithinRange>(pixels(from + column));
        __builtin_memcpy(to + column * 4, &word, sizeof word);
    }
    if (whole == count) return;
    WordLanes word = packed<isWithinRange>(pixels(from + whole));
    __builtin_memcpy(to + whole * 4, &word, (size_t)(count - whole) * 4);
}

static void write(const ProcessorImage &image, int x, int y, int count, const float *from, bool isWithinRange) {
    uint8_t *to = image.planes[0] + y * image.strides[0];
    if (image.samples == PROCESSOR_HALF) return writeFloats<_Float16>(to + x * 8, count, from);
    if (image.samples == PROCESSOR_FLOAT) return writeFloats<float>(to + x * 16, count, from);
    if (isWithinRange) return writeWords<true>(to + x * 4, count, from);
    writeWords<false>(to + x * 4, count, from);
}

// MARK: Rows

INLINE void call(const ProcessorProgram *program, float (*registers)[4 * PROCESSOR_PART], int count, ProcessorContext &context) {
    context.sources = program->sources;
    for (int number = 0; number < program->callCount; ++number) {
        const ProcessorCall &call = program->calls[number];
        const float *inputs[PROCESSOR_INPUT_LIMIT];
        for (int input = 0; input < PROCESSOR_INPUT_LIMIT; ++input) inputs[input] = registers[call.inputs[input]];
        context.call = &call;
        call.body(inputs, registers[call.output], count, &context);
    }
}

// True when the result is known to lie within 0…1.
INLINE bool isWithinRange(const ProcessorProgram *program) {
    return program->callCount > 0 && program->calls[program->callCount - 1].isClamped;
}

static void run(const ProcessorProgram *program, int firstRow, int endRow) {
    alignas(64) float registers[PROCESSOR_REGISTER_LIMIT][4 * PROCESSOR_PART];
    ProcessorContext context = {};
    context.width = program->width;
    context.height = program->height;
    for (int y = firstRow; y < endRow; ++y) {
        for (int x = 0; x < program->width; x += PROCESSOR_PART) {
            int count = program->width - x < PROCESSOR_PART ? program->width - x : PROCESSOR_PART;
            for (int source = 0; source < program->sourceCount; ++source)
                if (!program->sources[source].isAround)
                    read(program->sources[source], x, y, count, registers[source]);
            context.x = x;
            context.y = y;
            call(program, registers, count, context);
            write(program->target, x, y, count, registers[program->result], isWithinRange(program));
        }
    }
}
