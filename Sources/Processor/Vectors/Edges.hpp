// Sobel's operator on a plane of luma, with the arithmetic of LuminanceGradient.glsli, in whole codes up to the root.

template <bool isLimited> INLINE ShortSamples luma(const uint8_t *from) {
    ByteSamples codes = load<ByteSamples>(from);
    if (isLimited)
        codes = __builtin_elementwise_min(__builtin_elementwise_max(codes, ByteSamples((uint8_t)16)), ByteSamples((uint8_t)235));
    return __builtin_convertvector(codes, ShortSamples);
}

// Rows begin a sample before the first result.
template <bool isLimited>
INLINE ByteSamples slopes(const uint8_t *above, const uint8_t *same, const uint8_t *below, float scale) {
    const auto code = luma<isLimited>;
    ShortSamples a = code(above), b = code(above + 1), c = code(above + 2), d = code(same), f = code(same + 2),
                 g = code(below), h = code(below + 1), i = code(below + 2);
    ShortSamples falling = i - a, rising = c - g;
    ShortSamples across = falling + rising + ((f - d) << 1), down = falling - rising + ((h - b) << 1);
    IntSamples u = __builtin_convertvector(across, IntSamples), v = __builtin_convertvector(down, IntSamples);
    FloatSamples length = __builtin_elementwise_sqrt(__builtin_convertvector(u * u + v * v, FloatSamples)) * scale;
    length = __builtin_elementwise_min(length, FloatSamples(255.0f)) + 0.5f;
    return __builtin_convertvector(__builtin_convertvector(length, IntSamples), ByteSamples);
}

template <bool isLimited>
static void findEdges(const ProcessorPlane *source, const ProcessorPlane *target, float scale, bool isInverted, int firstRow,
                      int endRow) {
    const int width = source->width, last = source->height - 1;
    const ByteSamples inversion = ByteSamples((uint8_t)(isInverted ? 255 : 0));
    scale = scale > 0 ? scale : 0;
    for (int y = firstRow; y < endRow; ++y) {
        const uint8_t *rows[3];
        for (int line = 0; line < 3; ++line) {
            int row = y + line - 1;
            rows[line] = source->base + (row < 0 ? 0 : row > last ? last : row) * source->stride;
        }
        uint8_t *to = target->base + y * target->stride;
        for (int x = 0; x < width; x += sampleCount) {
            if (x > 0 && x + sampleCount < width) {
                store(to + x, slopes<isLimited>(rows[0] + x - 1, rows[1] + x - 1, rows[2] + x - 1, scale) ^ inversion);
                continue;
            }
            // Edges repeat, and nothing is read beside a row.
            uint8_t parts[3][sampleCount + 2];
            int first = x > 0 ? x - 1 : 0, end = x + sampleCount < width ? x + sampleCount + 1 : width;
            for (int line = 0; line < 3; ++line) {
                uint8_t *part = parts[line] + (first - x + 1);
                __builtin_memcpy(part, rows[line] + first, (size_t)(end - first));
                parts[line][0] = rows[line][first];
                part[end - first - (end < x + sampleCount + 1 ? 0 : 1)] = rows[line][end - 1];
            }
            ByteSamples codes = slopes<isLimited>(parts[0], parts[1], parts[2], scale) ^ inversion;
            __builtin_memcpy(to + x, &codes, (size_t)(width - x < sampleCount ? width - x : sampleCount));
        }
    }
}

static void edges(const ProcessorPlane *source, const ProcessorPlane *target, float scale, bool isInverted, bool isLimited,
                  int firstRow, int endRow) {
    (isLimited ? findEdges<true> : findEdges<false>)(source, target, scale, isInverted, firstRow, endRow);
}
