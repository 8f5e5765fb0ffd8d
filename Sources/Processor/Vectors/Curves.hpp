// Programs whose channels do not meet, as tables of all codes.

static void makeCurves(const ProcessorProgram *program, uint8_t *curves) {
    alignas(64) float registers[PROCESSOR_REGISTER_LIMIT][4 * PROCESSOR_PART];
    for (int channel = 0; channel < 4; ++channel)
        for (int code = 0; code < 256; ++code)
            registers[0][channel * PROCESSOR_PART + code] = channel < 3 ? (float)code * (1.0f / 255.0f) : 1.0f;
    ProcessorContext context = {};
    context.width = program->width;
    context.height = program->height;
    call(program, registers, 256, context);
    uint8_t pixels[256 * 4];
    ProcessorImage line = {};
    line.samples = PROCESSOR_RGBA8;
    line.planes[0] = pixels;
    write(line, 0, 0, 256, registers[program->result], isWithinRange(program));
    for (int code = 0; code < 256; ++code)
        for (int channel = 0; channel < 4; ++channel) curves[channel * 256 + code] = pixels[code * 4 + channel];
}

#if defined(PROCESSOR_HAS_TABLES)
constexpr int leastCurves = 0;

// Sixty-four bytes at a time.
typedef uint8_t WideBytes __attribute__((ext_vector_type(64)));

struct ByteTable {
    __m512i quarters[4];
};

INLINE ByteTable byteTable(const uint8_t *results) {
    ByteTable table;
    for (int quarter = 0; quarter < 4; ++quarter) table.quarters[quarter] = _mm512_loadu_si512(results + 64 * quarter);
    return table;
}

INLINE __m512i lookedUp(const ByteTable &table, const uint8_t *codes) {
    __m512i code = _mm512_loadu_si512(codes);
    __m512i low = _mm512_permutex2var_epi8(table.quarters[0], code, table.quarters[1]);
    __m512i high = _mm512_permutex2var_epi8(table.quarters[2], code, table.quarters[3]);
    return _mm512_mask_blend_epi8(_mm512_movepi8_mask(code), low, high);
}

static void applyCurves(const uint8_t *curves, const uint8_t *const *channels, int count, uint8_t *to) {
    ByteTable tables[3];
    for (int channel = 0; channel < 3; ++channel) tables[channel] = byteTable(curves + 256 * channel);
    const __m512i alpha = _mm512_set1_epi8((char)curves[1023]);
    for (int column = 0; column < count; column += 64) {
        __m512i a = lookedUp(tables[0], channels[0] + column), b = lookedUp(tables[1], channels[1] + column),
                c = lookedUp(tables[2], channels[2] + column);
        // Each sixteen bytes become four pixels of four bytes; those that belong side by side are brought together.
        __m512i lowPairs = _mm512_unpacklo_epi8(a, b), highPairs = _mm512_unpackhi_epi8(a, b);
        __m512i lowRest = _mm512_unpacklo_epi8(c, alpha), highRest = _mm512_unpackhi_epi8(c, alpha);
        __m512i quads[4] = {_mm512_unpacklo_epi16(lowPairs, lowRest), _mm512_unpackhi_epi16(lowPairs, lowRest),
                            _mm512_unpacklo_epi16(highPairs, highRest), _mm512_unpackhi_epi16(highPairs, highRest)};
        __m512i first = _mm512_shuffle_i32x4(quads[0], quads[1], 0x44), second = _mm512_shuffle_i32x4(quads[2], quads[3], 0x44);
        __m512i third = _mm512_shuffle_i32x4(quads[0], quads[1], 0xee), fourth = _mm512_shuffle_i32x4(quads[2], quads[3], 0xee);
        __m512i pixels[4] = {_mm512_shuffle_i32x4(first, second, 0x88), _mm512_shuffle_i32x4(first, second, 0xdd),
                             _mm512_shuffle_i32x4(third, fourth, 0x88), _mm512_shuffle_i32x4(third, fourth, 0xdd)};
        uint8_t *at = to + column * 4;
        if (count - column < 64) {
            __builtin_memcpy(at, pixels, (size_t)(count - column) * 4);
            return;
        }
        for (int part = 0; part < 4; ++part) _mm512_storeu_si512(at + part * 64, pixels[part]);
    }
}
#else
// Single loads from tables take as long as six bodies.
constexpr int leastCurves = 6;

static void applyCurves(const uint8_t *curves, const uint8_t *const *channels, int count, uint8_t *to) {
    for (int pixel = 0; pixel < count; ++pixel) {
        to[pixel * 4] = curves[channels[0][pixel]];
        to[pixel * 4 + 1] = curves[256 + channels[1][pixel]];
        to[pixel * 4 + 2] = curves[512 + channels[2][pixel]];
        to[pixel * 4 + 3] = curves[1023];
    }
}
#endif

static void readColors(const ProcessorImage *source, const ProcessorPlane *targets, int targetCount, int firstRow, int endRow) {
    alignas(64) uint8_t codes[3 * PROCESSOR_PART + 64];
    for (int y = firstRow; y < endRow; ++y) {
        for (int x = 0; x < targets->width; x += PROCESSOR_PART) {
            int count = targets->width - x < PROCESSOR_PART ? targets->width - x : PROCESSOR_PART;
            read(*source, x, y, count, codes);
            for (int target = 0; target < targetCount; ++target)
                __builtin_memcpy(targets[target].base + y * targets[target].stride + x, codes + target * PROCESSOR_PART,
                                 (size_t)count);
        }
    }
}

static void runCurves(const ProcessorProgram *program, const uint8_t *curves, int firstRow, int endRow) {
    // Vectors write up to the next whole one.
    alignas(64) uint8_t codes[3 * PROCESSOR_PART + 64];
    const uint8_t *channels[3];
    for (int channel = 0; channel < 3; ++channel)
        channels[channel] = codes + (program->isExchanging ? 2 - channel : channel) * PROCESSOR_PART;
    for (int y = firstRow; y < endRow; ++y) {
        uint8_t *to = program->target.planes[0] + y * program->target.strides[0];
        for (int x = 0; x < program->width; x += PROCESSOR_PART) {
            int count = program->width - x < PROCESSOR_PART ? program->width - x : PROCESSOR_PART;
            read(program->sources[0], x, y, count, codes);
            applyCurves(curves, channels, count, to + x * 4);
        }
    }
}
