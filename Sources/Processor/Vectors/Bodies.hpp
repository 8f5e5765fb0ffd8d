// The bodies as functions of vectors; see Lanes.hpp.

// MARK: What every body may use

// The picture's size, and the call that the thread is in: it has the values of the bodies' `#define`s.
static thread_local Size outputSize;
static thread_local const ProcessorContext *current;
#define CONSTANT(number) (current->call->constants[number])

INLINE vec2 place(ivec2 at) { return (vec2(at) + 0.5f) / vec2(outputSize); }
INLINE Float luminance(vec3 color) { return dot(color, vec3(0.2125, 0.7154, 0.0721)); }

#if defined(PROCESSOR_HAS_TABLES)
// The numbers at places 0…255 of a table of 256: of each 32 by the lower five bits, then of these by the upper three.
INLINE WordLanes inRegisters(const uint32_t *numbers, WordLanes place) {
    __m512i index = (__m512i)place;
    __m512i found[8];
    for (int part = 0; part < 8; ++part)
        found[part] = _mm512_permutex2var_epi32(
            _mm512_loadu_si512(numbers + part * 32), index, _mm512_loadu_si512(numbers + part * 32 + 16));
    __mmask16 bit5 = _mm512_test_epi32_mask(index, _mm512_set1_epi32(32));
    __mmask16 bit6 = _mm512_test_epi32_mask(index, _mm512_set1_epi32(64));
    __mmask16 bit7 = _mm512_test_epi32_mask(index, _mm512_set1_epi32(128));
    for (int pair = 0; pair < 4; ++pair)
        found[pair] = _mm512_mask_blend_epi32(bit5, found[2 * pair], found[2 * pair + 1]);
    __m512i low = _mm512_mask_blend_epi32(bit6, found[0], found[1]);
    __m512i high = _mm512_mask_blend_epi32(bit6, found[2], found[3]);
    return (WordLanes)_mm512_mask_blend_epi32(bit7, low, high);
}
#endif

INLINE Uint lookedUp(int list, Int index) {
    const ProcessorNumbers numbers = current->call->numbers[list];
    // A NaN among the colours must not read elsewhere.
    WordLanes place = (WordLanes)index.lanes;
    WordLanes last = WordLanes((uint32_t)(numbers.count - 1));
    place = place < last ? place : last;
#if defined(PROCESSOR_HAS_TABLES)
    // A table of codes lies in registers: that takes a third of the time of sixteen loads.
    if (numbers.count == 256 || numbers.count == 257) return inRegisters(numbers.numbers, place);
    return (WordLanes)_mm512_i32gather_epi32((__m512i)place, numbers.numbers, 4);
#elif defined(PROCESSOR_GATHERS_EIGHT)
    const int *from = (const int *)numbers.numbers;
    __m256i low = _mm256_i32gather_epi32(from, (__m256i)place.lo, 4);
    __m256i high = _mm256_i32gather_epi32(from, (__m256i)place.hi, 4);
    WordLanes result;
    result.lo = (__typeof__(result.lo))low, result.hi = (__typeof__(result.hi))high;
    return result;
#else
    WordLanes result;
    for (int lane = 0; lane < laneCount; ++lane) result[lane] = numbers.numbers[place[lane]];
    return result;
#endif
}

// The names in bodies of whole numbers that differ from pixel to pixel.
typedef Int LaneInt;
typedef Uint LaneUint;
#define values0(index) lookedUp(0, index)

INLINE Float uintBitsToFloat(Uint word) { return (FloatLanes)word.lanes; }
INLINE vec2 unpackUnorm2x16(Uint word) { return vec2(Float(word & 0xffff), Float(word >> 16)) * (1.0f / 65535.0f); }

struct mat3 {
    // Row by row.
    float numbers[9];

    struct ColumnOf {
        const float *first;
        INLINE_MEMBER float operator[](int row) const { return first[row * 3]; }
    };
    INLINE_MEMBER ColumnOf operator[](int column) const { return ColumnOf{numbers + column}; }
};

struct mat4 {
    // Row by row.
    float numbers[16];
};

INLINE vec4 operator*(const mat4 &m, vec4 v) {
    const float *n = m.numbers;
    return vec4(n[0] * v.x + n[1] * v.y + n[2] * v.z + n[3] * v.w,
                n[4] * v.x + n[5] * v.y + n[6] * v.z + n[7] * v.w,
                n[8] * v.x + n[9] * v.y + n[10] * v.z + n[11] * v.w,
                n[12] * v.x + n[13] * v.y + n[14] * v.z + n[15] * v.w);
}

// Takes a body's parameters one after another.
struct Reader {
    const float *next;

    INLINE_MEMBER float number() { return *next++; }
    INLINE_MEMBER vec2 position() { Float a = number(), b = number(); return vec2(a, b); }
    INLINE_MEMBER vec4 color() { Float a = number(), b = number(), c = number(), d = number(); return vec4(a, b, c, d); }
    INLINE_MEMBER mat3 matrix3() { mat3 m; for (float &n : m.numbers) n = number(); return m; }
    INLINE_MEMBER mat4 matrix() { mat4 m; for (float &n : m.numbers) n = number(); return m; }
};

// MARK: Parameters

#define FLOAT(name) float name = reader.number();
#define INT(name) int name = (int)reader.number();
#define BOOL(name) bool name = reader.number() != 0;
#define POSITION(name) vec2 name = reader.position();
#define COLOR(name) vec4 name = reader.color();
#define MATRIX3(name) mat3 name = reader.matrix3();
#define MATRIX4(name) mat4 name = reader.matrix();
#define BODY(function, Name, shape, numbers, constants, ...)                                                            \
    struct Name {                                                                                                      \
        Reader reader;                                                                                                 \
        __VA_ARGS__                                                                                                    \
        INLINE_MEMBER explicit Name(Reader reader) : reader(reader) {}                                                 \
    };
#include "Bodies.inc"
#undef BODY
#undef FLOAT
#undef INT
#undef BOOL
#undef POSITION
#undef COLOR
#undef MATRIX3
#undef MATRIX4

#include "Surroundings.hpp"

// MARK: Bodies

#define float Float
#define bool Bool
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#include "../../../Shaders/Filters/Passthrough.glsl"
#include "../../../Shaders/Filters/BrightnessAdjustment.glsl"
#include "../../../Shaders/Filters/ExposureAdjustment.glsl"
#include "../../../Shaders/Filters/ContrastAdjustment.glsl"
#include "../../../Shaders/Filters/SaturationAdjustment.glsl"
#include "../../../Shaders/Filters/GammaAdjustment.glsl"
#include "../../../Shaders/Filters/LevelsAdjustment.glsl"
#include "../../../Shaders/Filters/ColorMatrixFilter.glsl"
#include "../../../Shaders/Filters/RGBAdjustment.glsl"
#include "../../../Shaders/Filters/HSBAdjustment.glsl"
#include "../../../Shaders/Filters/WhiteBalance.glsl"
#include "../../../Shaders/Filters/HighlightsAndShadows.glsl"
#include "../../../Shaders/Filters/HueAdjustment.glsl"
#include "../../../Shaders/Filters/Vibrance.glsl"
#include "../../../Shaders/Filters/SkinTone.glsl"
#include "../../../Shaders/Filters/ColorInversion.glsl"
#include "../../../Shaders/Filters/Luminance.glsl"
#include "../../../Shaders/Filters/MonochromeFilter.glsl"
#include "../../../Shaders/Filters/FalseColor.glsl"
#include "../../../Shaders/Filters/Haze.glsl"
#include "../../../Shaders/Filters/SepiaToneFilter.glsl"
#include "../../../Shaders/Filters/OpacityAdjustment.glsl"
#include "../../../Shaders/Filters/LuminanceThreshold.glsl"
#include "../../../Shaders/Filters/LuminanceRangeReduction.glsl"
#include "../../../Shaders/Filters/Solarize.glsl"
#include "../../../Shaders/Filters/Posterize.glsl"
#include "../../../Shaders/Filters/ChromaKeying.glsl"
#include "../../../Shaders/Filters/HighlightAndShadowTint.glsl"
#include "../../../Shaders/Filters/BleachBypassLook.glsl"
#include "../../../Shaders/Filters/TealAndOrangeLook.glsl"
#include "../../../Shaders/Filters/FadedFilmLook.glsl"
#include "../../../Shaders/Filters/AddBlend.glsl"
#include "../../../Shaders/Filters/AlphaBlend.glsl"
#include "../../../Shaders/Filters/ChromaKeyBlend.glsl"
#include "../../../Shaders/Filters/ColorBlend.glsl"
#include "../../../Shaders/Filters/ColorBurnBlend.glsl"
#include "../../../Shaders/Filters/ColorDodgeBlend.glsl"
#include "../../../Shaders/Filters/DarkenBlend.glsl"
#include "../../../Shaders/Filters/DifferenceBlend.glsl"
#include "../../../Shaders/Filters/DissolveBlend.glsl"
#include "../../../Shaders/Filters/DivideBlend.glsl"
#include "../../../Shaders/Filters/ExclusionBlend.glsl"
#include "../../../Shaders/Filters/HardLightBlend.glsl"
#include "../../../Shaders/Filters/HueBlend.glsl"
#include "../../../Shaders/Filters/LightenBlend.glsl"
#include "../../../Shaders/Filters/LinearBurnBlend.glsl"
#include "../../../Shaders/Filters/LuminosityBlend.glsl"
#include "../../../Shaders/Filters/Mask.glsl"
#include "../../../Shaders/Filters/MultiplyBlend.glsl"
#include "../../../Shaders/Filters/NormalBlend.glsl"
#include "../../../Shaders/Filters/OverlayBlend.glsl"
#include "../../../Shaders/Filters/SaturationBlend.glsl"
#include "../../../Shaders/Filters/ScreenBlend.glsl"
#include "../../../Shaders/Filters/SoftLightBlend.glsl"
#include "../../../Shaders/Filters/SourceOverBlend.glsl"
#include "../../../Shaders/Filters/SubtractBlend.glsl"
#include "../../../Shaders/Filters/UnsharpMask.glsl"
#include "../../../Shaders/Filters/HighPassFilter.glsl"
#include "../../../Shaders/Filters/LowPassFilter.glsl"
#include "../../../Shaders/Filters/IOSBlur.glsl"
#include "../../../Shaders/Filters/TiltShift.glsl"
#include "../../../Shaders/Filters/GaussianSelectiveBlur.glsl"
#include "../../../Shaders/Filters/GaussianBlurPosition.glsl"
#include "../../../Shaders/Filters/MotionComparison.glsl"
#include "../../../Shaders/Filters/Vignette.glsl"
#include "../../../Shaders/Filters/Crosshatch.glsl"
#include "../../../Shaders/Filters/Masked.glsl"
#include "../../../Shaders/Filters/OverBackground.glsl"
#include "../../../Shaders/Filters/ColorCurves.glsl"
#include "../../../Shaders/Filters/ColorCube.glsl"
#include "../../../Shaders/Filters/Sharpen.glsl"
#include "../../../Shaders/Filters/EmbossFilter.glsl"
#include "../../../Shaders/Filters/Laplacian.glsl"
#include "../../../Shaders/Filters/Convolution3x3.glsl"
#include "../../../Shaders/Filters/MedianFilter.glsl"
#include "../../../Shaders/Filters/LocalBinaryPattern.glsl"
#include "../../../Shaders/Filters/ColorLocalBinaryPattern.glsl"
#include "../../../Shaders/Filters/PrewittEdgeDetection.glsl"
#include "../../../Shaders/Filters/SobelEdgeDetection.glsl"
#include "../../../Shaders/Filters/SketchFilter.glsl"
#include "../../../Shaders/Filters/ThresholdSobelEdgeDetection.glsl"
#include "../../../Shaders/Filters/ThresholdSketchFilter.glsl"
#include "../../../Shaders/Filters/ToonFilter.glsl"
#define RADIUS CONSTANT(0)
#define DOWN CONSTANT(1)
#define SMALLEST CONSTANT(2)
#define LUMINANCE CONSTANT(3)
#include "../../../Shaders/Filters/Morphology.glsl"
#undef RADIUS
#undef DOWN
#undef SMALLEST
#undef LUMINANCE
#include "../../../Shaders/Filters/BlueFirst.glsl"
#include "../../../Shaders/Filters/AverageLuminanceThreshold.glsl"
#include "../../../Shaders/Filters/AdaptiveThreshold.glsl"
#include "../../../Shaders/Filters/MotionDetector.glsl"
#define BINS CONSTANT(0)
#define WHOLE_RANGE CONSTANT(1)
#define CHANNELS CONSTANT(2)
#define FIRST_CHANNEL CONSTANT(3)
#define READS_LUMINANCE CONSTANT(4)
#define TILES_ACROSS CONSTANT(2)
#define TILES_DOWN CONSTANT(3)
#include "../../../Shaders/Filters/ClaheTransfer.glsl"
#include "../../../Shaders/Filters/HistogramTransfer.glsl"
#undef BINS
#undef WHOLE_RANGE
#undef CHANNELS
#undef FIRST_CHANNEL
#undef READS_LUMINANCE
#undef TILES_ACROSS
#undef TILES_DOWN
#pragma clang attribute pop
#undef float
#undef bool

// MARK: Calls

INLINE vec4 pixels(const float *at) {
    vec4 color;
    for (int channel = 0; channel < 4; ++channel)
        __builtin_memcpy(&color.components[channel].lanes, at + channel * PROCESSOR_PART, sizeof(FloatLanes));
    return color;
}

INLINE void store(float *at, vec4 color, bool isClamped) {
    if (isClamped) color = clamp(color, 0.0f, 1.0f);
    for (int channel = 0; channel < 4; ++channel)
        __builtin_memcpy(at + channel * PROCESSOR_PART, &color.components[channel].lanes, sizeof(FloatLanes));
}

INLINE ivec2 placeOf(const ProcessorContext *context, int column) {
    return ivec2(Column(context->x + column, 1), context->y);
}

#define POINT1(function) function(pixels(inputs[0] + column), parameters)
#define CURVE1(function) POINT1(function)
#define EXCHANGING_CURVE1(function) POINT1(function)
#define CURVE1_UNLESS_LUMINANCE(function) POINT1(function)
#define POINT1_AT(function) function(pixels(inputs[0] + column), placeOf(context, column), parameters)
#define POINT2(function) function(pixels(inputs[0] + column), pixels(inputs[1] + column), parameters)
#define POINT2_AT(function)                                                                                            \
    function(pixels(inputs[0] + column), pixels(inputs[1] + column), placeOf(context, column), parameters)
#define POINT3(function)                                                                                               \
    function(pixels(inputs[0] + column), pixels(inputs[1] + column), pixels(inputs[2] + column), parameters)
#define AREA1(function) function(placeOf(context, column), parameters)
#define BODY(function, Name, shape, numbersCount, names, ...)                                                          \
    static void function##Call(const float *const *inputs, float *output, int count, const ProcessorContext *context) {     \
        outputSize = Size{context->width, context->height};                                                            \
        current = context;                                                                                             \
        Name parameters{Reader{context->call->parameters}};                                                            \
        for (int column = 0; column < count; column += laneCount)                                                      \
            store(output + column, shape(function), context->call->isClamped);                                         \
    }
#include "Bodies.inc"
#undef BODY
#undef AREA1
#undef POINT1
#undef CURVE1
#undef EXCHANGING_CURVE1
#undef CURVE1_UNLESS_LUMINANCE
#undef POINT1_AT
#undef POINT2
#undef POINT2_AT
#undef POINT3

// MARK: The table

#define FLOAT(name) "float " #name ";"
#define INT(name) "int " #name ";"
#define BOOL(name) "bool " #name ";"
#define POSITION(name) "vec2 " #name ";"
#define COLOR(name) "vec4 " #name ";"
#define MATRIX3(name) "mat3 " #name ";"
#define MATRIX4(name) "mat4 " #name ";"
#define CURVE1 1, PROCESSOR_CURVE, false
#define EXCHANGING_CURVE1 1, PROCESSOR_EXCHANGING_CURVE, false
#define CURVE1_UNLESS_LUMINANCE 1, PROCESSOR_CURVE_UNLESS_LUMINANCE, false
#define AREA1 1, PROCESSOR_NO_CURVE, true
#define POINT1 1, PROCESSOR_NO_CURVE, false
#define POINT1_AT 1, PROCESSOR_NO_CURVE, false
#define POINT2 2, PROCESSOR_NO_CURVE, false
#define POINT2_AT 2, PROCESSOR_NO_CURVE, false
#define POINT3 3, PROCESSOR_NO_CURVE, false
#define BODY(function, Name, inputs, numbersCount, constants, ...)                                                     \
    {#function, "" __VA_ARGS__, constants, inputs, numbersCount, function##Call},
static const ProcessorBodyEntry bodies[] = {
#include "Bodies.inc"
};
