// The surroundings of a place, as bodies read them: pixels and luminances of an upright picture whose edges repeat.

// Sixteen samples from a place on.
template <class Lanes, class Sample> INLINE Lanes around(const ProcessorImage &image, ivec2 at) {
    int y = at.y < 0 ? 0 : at.y >= outputSize.y ? outputSize.y - 1 : at.y;
    const uint8_t *row = image.planes[0] + y * image.strides[0];
    int x = at.x.first;
    if (x >= 0 && x + laneCount <= outputSize.x) return load<Lanes>(row + x * sizeof(Sample));
    Sample edge[laneCount];
    for (int lane = 0; lane < laneCount; ++lane) {
        int column = x + lane < 0 ? 0 : x + lane >= outputSize.x ? outputSize.x - 1 : x + lane;
        __builtin_memcpy(edge + lane, row + column * sizeof(Sample), sizeof(Sample));
    }
    return load<Lanes>(edge);
}

INLINE const ProcessorImage &surroundings(int input) { return current->sources[current->call->inputs[input]]; }

INLINE vec4 pixelAround(int input, ivec2 at) { return unpacked(around<WordLanes, uint32_t>(surroundings(input), at)); }

// Of a camera's picture its own luma, as kernels have it.
INLINE Float lumaAround(const ProcessorImage &image, ivec2 at) {
    IntLanes value = (__builtin_convertvector(around<ByteLanes, uint8_t>(image, at), IntLanes) << 8) - 32768;
    value = ((value * (int32_t)image.weights[0][0]) >> 16) + (image.weights[0][3] - 16);
    return clamp(Float(Int(value)), 0.0f, 8160.0f) * (1.0f / 8160.0f);
}

INLINE Float luminanceAround(int input, ivec2 at) {
    const ProcessorImage &image = surroundings(input);
    return image.samples == PROCESSOR_RGBA8 ? luminance(pixelAround(input, at).rgb) : lumaAround(image, at);
}

#define pixel0(at) pixelAround(0, at)
#define luminance0(at) luminanceAround(0, at)
