// What bodies see around a place: pixels and luminances of an upright picture whose edges repeat.

INLINE WordLanes wordsAround(const HostImage &image, ivec2 at) {
    int y = at.y < 0 ? 0 : at.y >= outputSize.y ? outputSize.y - 1 : at.y;
    const uint8_t *row = image.planes[0] + y * image.strides[0];
    int x = at.x.first;
    WordLanes words;
    if (x >= 0 && x + laneCount <= outputSize.x) {
        __builtin_memcpy(&words, row + x * 4, sizeof words);
    } else {
        uint32_t edge[laneCount];
        for (int lane = 0; lane < laneCount; ++lane) {
            int column = x + lane < 0 ? 0 : x + lane >= outputSize.x ? outputSize.x - 1 : x + lane;
            __builtin_memcpy(edge + lane, row + column * 4, 4);
        }
        __builtin_memcpy(&words, edge, sizeof words);
    }
    return words;
}

INLINE Float byteOf(WordLanes words, int number) {
    return Float(__builtin_convertvector((IntLanes)(words >> number * 8 & 255), FloatLanes)) * (1.0f / 255.0f);
}

INLINE vec4 pixelAround(int input, ivec2 at) {
    WordLanes words = wordsAround(*currentAround[input], at);
    return vec4(byteOf(words, 0), byteOf(words, 1), byteOf(words, 2), byteOf(words, 3));
}

// Of a camera's picture its own luma, as kernels have it.
INLINE Float lumaAround(const HostImage &image, ivec2 at) {
    int y = at.y < 0 ? 0 : at.y >= outputSize.y ? outputSize.y - 1 : at.y;
    const uint8_t *row = image.planes[0] + y * image.strides[0];
    int x = at.x.first;
    ByteLanes bytes;
    if (x >= 0 && x + laneCount <= outputSize.x) {
        __builtin_memcpy(&bytes, row + x, sizeof bytes);
    } else {
        uint8_t edge[laneCount];
        for (int lane = 0; lane < laneCount; ++lane)
            edge[lane] = row[x + lane < 0 ? 0 : x + lane >= outputSize.x ? outputSize.x - 1 : x + lane];
        __builtin_memcpy(&bytes, edge, sizeof bytes);
    }
    IntLanes value = (__builtin_convertvector(bytes, IntLanes) << 8) - 32768;
    value = ((value * (int32_t)image.weights[0][0]) >> 16) + (image.weights[0][3] - 16);
    return clamp(Float(Int(value)), 0.0f, 8160.0f) * (1.0f / 8160.0f);
}

INLINE Float luminanceAround(int input, ivec2 at) {
    const HostImage &image = *currentAround[input];
    if (image.samples != HOST_RGBA8) return lumaAround(image, at);
    WordLanes words = wordsAround(image, at);
    return luminance(vec3(byteOf(words, 0), byteOf(words, 1), byteOf(words, 2)));
}

#define pixel0(at) pixelAround(0, at)
#define pixel1(at) pixelAround(1, at)
#define luminance0(at) luminanceAround(0, at)
#define size0 outputSize
