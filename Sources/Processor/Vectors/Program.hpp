// Runs programs: rows in parts that stay in the first cache.

// MARK: Reading

// Pixels of four bytes, as floats in planes or as bytes in planes.
static void unpackWords(const uint8_t *from, int count, float *into) {
    for (int column = 0; column < count; column += laneCount)
        store(into + column, unpacked(load<WordLanes>(from + column * 4)), false);
}
static void unpackWords(const uint8_t *from, int count, uint8_t *__restrict into) {
    for (int channel = 0; channel < 3; ++channel)
        for (int column = 0; column < count; ++column) into[channel * PROCESSOR_PART + column] = from[column * 4 + channel];
}

template <class Number> static void readFloats(const uint8_t *, int, uint8_t *) {}
template <class Number> static void readFloats(const uint8_t *from, int count, float *into) {
    for (int pixel = 0; pixel < count; ++pixel) {
        Number numbers[4];
        __builtin_memcpy(numbers, from + pixel * sizeof numbers, sizeof numbers);
        for (int channel = 0; channel < 4; ++channel) into[channel * PROCESSOR_PART + pixel] = (float)numbers[channel];
    }
}

// Some pixels of a picture, upright, of four bytes each; eight bits of each sample.
static void readPixels(const ProcessorImage &image, int x, int y, int count, uint8_t *to) {
    const int *m = image.turn;
    const int column = x * m[0] + y * m[1] + m[2], row = x * m[3] + y * m[4] + m[5];
    const bool isUpright = m[0] == 1 && m[3] == 0;
    if (image.samples == PROCESSOR_RGBA8) {
        const uint8_t *from = image.planes[0] + row * image.strides[0] + column * 4;
        const ptrdiff_t step = m[0] * 4 + m[3] * image.strides[0];
        if (isUpright) __builtin_memcpy(to, from, (size_t)count * 4);
        for (int pixel = 0; pixel < count && !isUpright; ++pixel) __builtin_memcpy(to + pixel * 4, from + pixel * step, 4);
        return;
    }
    constexpr int margin = sampleCount, room = PROCESSOR_PART + 2 * sampleCount;
    alignas(64) int16_t samples[3][margin + room], scratch[room];
    for (int number = 0; number < image.channelCount; ++number) {
        const ProcessorChannel &channel = image.channels[number];
        const uint8_t *plane = image.planes[channel.plane];
        const ptrdiff_t stride = image.strides[channel.plane];
        int16_t *into = samples[number] + margin;
        if (isUpright) {
            readChannel(channel, plane + (row >> channel.rowShift) * stride, column, count, scratch, into);
            continue;
        }
        withReader(channel, [=](auto sample) {
            for (int pixel = 0; pixel < count; ++pixel)
                into[pixel] = (int16_t)(sample(plane + ((row + pixel * m[3]) >> channel.rowShift) * stride,
                                               (column + pixel * m[0]) >> channel.columnShift)
                                            << (16 - decltype(sample)::bits)
                                        ^ middleCode);
        });
    }
    const int16_t *const rows[] = {samples[0] + margin, samples[image.channelCount > 1 ? 1 : 0] + margin,
                                   samples[image.channelCount > 1 ? 2 : 0] + margin};
    (hasChroma(image.weights) ? convert<false, true, NoCurves> : convert<false, false, NoCurves>)(rows, image.weights, {}, count, to);
}

template <class Number> static void read(const ProcessorImage &image, int x, int y, int count, Number *into) {
    if (image.samples == PROCESSOR_HALF) return readFloats<_Float16>(image.planes[0] + y * image.strides[0] + x * 8, count, into);
    if (image.samples == PROCESSOR_FLOAT) return readFloats<float>(image.planes[0] + y * image.strides[0] + x * 16, count, into);
    // Vectors read up to the next whole one.
    alignas(64) uint8_t words[PROCESSOR_PART * 4];
    readPixels(image, x, y, count, words);
    unpackWords(words, count, into);
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
