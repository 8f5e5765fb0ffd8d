// The bodies of point operations, compiled for the processor: the same files that kernels are made of.
//
// A program reads pictures, sends their pixels through bodies one after another while they lie in the first cache, and
// writes one picture. Nothing here allocates, waits or keeps anything; any number of threads may run parts of a program.

#ifndef PROCESSOR_VECTORS_H
#define PROCESSOR_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The places of a channel's samples in a plane's rows: the numbers of SampleLayout, in bits.
typedef struct ProcessorChannel {
    int plane, offset, step, word, bits, shift, columnShift, rowShift;
    bool isBigEndian;
} ProcessorChannel;

/// The kind of a picture's samples.
typedef enum ProcessorSamples {
    /// Red, green, blue and alpha, a byte each.
    PROCESSOR_RGBA8,
    /// Red, green, blue and alpha, floats of 16 bits.
    PROCESSOR_HALF,
    /// Red, green, blue and alpha, floats of 32 bits.
    PROCESSOR_FLOAT,
    /// A camera's, by its channels' numbers.
    PROCESSOR_CAMERA,
} ProcessorSamples;

/// A picture that a program reads or writes.
typedef struct ProcessorImage {
    ProcessorSamples samples;
    /// The planes' first bytes.
    uint8_t *_Nullable planes[3];
    /// Bytes from row to row.
    ptrdiff_t strides[3];
    /// A camera's luma alone, or luma, Cb and Cr, or red, green and blue.
    ProcessorChannel channels[3];
    int channelCount;
    /// For each of red, green and blue the samples' weights and the constant, as ColorWeights has them.
    int16_t weights[3][4];
    /// True when bodies look around in it, instead of getting its pixels.
    bool isAround;
    /// The place in memory of the upright picture's pixel (x, y) is (x·m[0] + y·m[1] + m[2], x·m[3] + y·m[4] + m[5]).
    int turn[6];
} ProcessorImage;

/// Numbers that a body looks things up in.
typedef struct ProcessorNumbers {
    const uint32_t *_Nullable numbers;
    int count;
} ProcessorNumbers;

enum {
    /// Inputs that a body may have.
    PROCESSOR_INPUT_LIMIT = 4,
    /// Lists of numbers that a body may have.
    PROCESSOR_NUMBERS_LIMIT = 2,
    /// `#define`s that a body may have.
    PROCESSOR_CONSTANT_LIMIT = 8,
    /// Pixels that go through a program at a time.
    PROCESSOR_PART = 256,
    /// Pictures that lie in the first cache at a time.
    PROCESSOR_REGISTER_LIMIT = 10,
    /// Pictures that a program may read.
    PROCESSOR_SOURCE_LIMIT = 6,
    /// Bodies that a program may have.
    PROCESSOR_CALL_LIMIT = 32,
    /// Weights from the middle on that a plane's neighbours may have.
    PROCESSOR_TAP_LIMIT = 32,
    /// Samples on one side of the middle that a mean may be of.
    PROCESSOR_RADIUS_LIMIT = 200,
    /// Samples that a side of a block may have.
    PROCESSOR_FACTOR_LIMIT = 128,
};

/// The place where a body works.
typedef struct ProcessorContext {
    /// The first pixel's place, and the picture's size.
    int x, y, width, height;
    const struct ProcessorCall *_Nullable call;
    /// The program's.
    const ProcessorImage *_Nullable sources;
} ProcessorContext;

/// Computes some pixels: planes of PROCESSOR_PART floats, red first. The result may lie where an input lies.
typedef void (*ProcessorBody)(const float *_Nonnull const *_Nonnull inputs, float *_Nonnull output, int count,
                         const ProcessorContext *_Nonnull context);

/// The way of a body with channels while alpha is 1.
typedef enum ProcessorCurve {
    /// It mixes them.
    PROCESSOR_NO_CURVE,
    /// Each of red, green and blue depends on itself alone.
    PROCESSOR_CURVE,
    /// Each of red, green and blue depends on itself alone, and red and blue change places.
    PROCESSOR_EXCHANGING_CURVE,
    /// Each depends on itself alone unless the last constant is 1.
    PROCESSOR_CURVE_UNLESS_LUMINANCE,
} ProcessorCurve;

/// A body that the processor has.
typedef struct ProcessorBodyEntry {
    /// The entry function's name.
    const char *_Nonnull function;
    /// The parameters: `float brightness;bool isHeld;`.
    const char *_Nonnull parameters;
    /// The names of the body's `#define`s: `BINS;CHANNELS;`.
    const char *_Nonnull constants;
    int inputCount;
    ProcessorCurve curve;
    /// True when it looks around in its inputs.
    bool looksAround;
    int numbersCount;
    ProcessorBody _Nonnull body;
} ProcessorBodyEntry;

/// A body's call in a program.
typedef struct ProcessorCall {
    ProcessorBody _Nullable body;
    /// Registers, or sources that it looks around in.
    int inputs[PROCESSOR_INPUT_LIMIT];
    bool looksAround;
    int output;
    /// The parameters, in the order of the body's struct.
    const float *_Nullable parameters;
    ProcessorNumbers numbers[PROCESSOR_NUMBERS_LIMIT];
    /// The values of the body's `#define`s, in the order of the entry.
    int constants[PROCESSOR_CONSTANT_LIMIT];
    /// True when the result is kept within 0…1.
    bool isClamped;
} ProcessorCall;

/// Bodies in a row. The first registers hold the sources' pixels.
typedef struct ProcessorProgram {
    int width, height;
    int sourceCount;
    const ProcessorImage *_Nullable sources;
    int callCount;
    const ProcessorCall *_Nullable calls;
    /// True when the bodies, being curves, let red and blue change places.
    bool isExchanging;
    /// The register whose pixels are written.
    int result;
    /// PROCESSOR_RGBA8, PROCESSOR_HALF or PROCESSOR_FLOAT.
    ProcessorImage target;
} ProcessorProgram;

/// Takes vectors of this kind, or of a lesser one where the processor lacks it, instead of the best: "baseline", "avx2" or
/// "avx512". For the whole process, and before any other function is called.
void processor_choose_kind(const char *_Nonnull name);

/// Gives the kind of vectors that is taken, which is settled by this or any other call: "baseline", "avx2" or "avx512".
const char *_Nonnull processor_kind_name(void);

/// Gives the bodies for this processor; `count` gets their number.
const ProcessorBodyEntry *_Nonnull processor_bodies(int *_Nonnull count);

/// Runs a program on some rows.
void processor_run(const ProcessorProgram *_Nonnull program, int firstRow, int endRow);

/// The results of a program's bodies for each code, for programs of curves with one opaque source of bytes and a target of
/// PROCESSOR_RGBA8.
enum {
    /// For each byte of the target's pixels the results of all codes.
    PROCESSOR_CURVES_SIZE = 4 * 256,
};

/// The number of bodies from which on curves are the cheaper way on this processor.
int processor_least_curves(void);

/// Sends all codes through a program's bodies.
void processor_make_curves(const ProcessorProgram *_Nonnull program, uint8_t *_Nonnull curves);

/// Does what the program would, by its curves.
void processor_run_curves(const ProcessorProgram *_Nonnull program, const uint8_t *_Nonnull curves, int firstRow, int endRow);

/// Rows of bytes.
typedef struct ProcessorPlane {
    uint8_t *_Nonnull base;
    /// Bytes from row to row.
    ptrdiff_t stride;
    /// The numbers of bytes in a row, and of rows.
    int width, height;
    /// Bytes from a sample to the next one of the same channel, at most 4.
    int step;
} ProcessorPlane;

/// The weights of neighbours, in 1/65536: the middle, then twice the weight of those on either side.
typedef struct ProcessorWeights {
    const uint16_t *_Nonnull across;
    const uint16_t *_Nonnull down;
    int acrossCount, downCount;
} ProcessorWeights;

/// Writes the codes of red, green and blue, or of red alone, for some rows of planes of them.
void processor_colors(const ProcessorImage *_Nonnull source, const ProcessorPlane *_Nonnull targets, int targetCount, int firstRow,
                int endRow);

/// Writes the slopes' lengths times `scale` for some rows of a plane of luma, or 255 less them. Codes are limited to 16…235
/// where `isLimited`.
void processor_edges(const ProcessorPlane *_Nonnull source, const ProcessorPlane *_Nonnull target, float scale, bool isInverted,
                bool isLimited, int firstRow, int endRow);

/// Weighs neighbours along columns and rows for some rows; edges repeat.
void processor_weigh(const ProcessorPlane *_Nonnull source, const ProcessorPlane *_Nonnull target,
                const ProcessorWeights *_Nonnull weights, int firstRow, int endRow);

/// A rectangle around each sample: samples on either side of the middle one, and quarters of one more at either end.
typedef struct ProcessorBox {
    int acrossRadius, downRadius;
    int acrossEnd, downEnd;
} ProcessorBox;

/// Takes means over rectangles for some rows; edges repeat.
void processor_box(const ProcessorPlane *_Nonnull source, const ProcessorPlane *_Nonnull target, const ProcessorBox *_Nonnull box,
              int firstRow, int endRow);

/// Adds to 256 bins how often codes occur in some rows, `step` bytes apart.
void processor_count_codes(const ProcessorPlane *_Nonnull plane, int firstRow, int endRow, uint32_t *_Nonnull bins);

/// Adds to 256 bins each how often codes occur in the first three channels of pixels of four bytes, or in all four.
void processor_count_channels(const ProcessorPlane *_Nonnull plane, int channelCount, int firstRow, int endRow,
                         uint32_t *_Nonnull bins);

/// Adds the codes of the four channels of pixels of four bytes to four sums.
void processor_sum_channels(const ProcessorPlane *_Nonnull plane, int firstRow, int endRow, uint64_t *_Nonnull sums);

/// Adds to 256 bins how often luminances occur in pixels of four bytes, each to the nearest code.
void processor_count_luminances(const ProcessorPlane *_Nonnull plane, int firstRow, int endRow, uint32_t *_Nonnull bins);

/// The blocks that samples become along an axis, and the weights of neighbouring blocks, from the middle on.
typedef struct ProcessorAxis {
    /// Samples of a block.
    int factor;
    int weightCount;
    const float *_Nonnull weights;
} ProcessorAxis;

/// A plane of blocks; in every direction there is a block more than the plane needs.
typedef struct ProcessorBlocks {
    ProcessorAxis across, down;
    int columns, rows;
    /// The blocks' channels, and how many numbers there are from row to row: 32 more than are used, or more.
    float *_Nonnull values;
    ptrdiff_t stride;
} ProcessorBlocks;

/// Makes some rows of blocks: means, weighed along the rows; edges repeat.
void processor_shrink(const ProcessorPlane *_Nonnull source, const ProcessorBlocks *_Nonnull blocks, int firstRow, int endRow);

/// Weighs blocks along columns and lays some rows of samples between the blocks' middles.
void processor_enlarge(const ProcessorPlane *_Nonnull target, const ProcessorBlocks *_Nonnull blocks, int firstRow, int endRow);

/// The way along one axis of a picture: the n-th pixel's middle is `whole · n + start + ((fraction · n + startFraction) >> 16)`
/// behind the first one's, in 1/256 of the picture's pixels.
typedef struct ProcessorSteps {
    int32_t whole;
    uint32_t fraction;
    int32_t start;
    uint32_t startFraction;
} ProcessorSteps;

/// The way of a picture's pixels to those of a window.
typedef struct ProcessorPlacement {
    /// Luma alone, or luma, Cb and Cr, or red, green and blue: samples that share pixels alike are the second and the third.
    ProcessorChannel channels[3];
    int channelCount;
    /// The picture's size.
    int width, height;
    /// For each of red, green and blue the samples' weights and the constant, as ColorWeights has them.
    int16_t weights[3][4];
    /// True when blue is the first byte of a pixel, else red is.
    bool isBlueFirst;
    /// True when pixels lie between pixels.
    bool isLinear;
    /// True when the picture's rows become columns.
    bool isTurned;
    /// True when samples that pixels share lie in the first of these columns, or rows; else they lie in the middle.
    bool isInFirstColumn, isInFirstRow;
    ProcessorSteps columns, rows;
    /// The window's pixels that a row of the picture fills, and the number of such rows.
    int count, rowCount;
} ProcessorPlacement;

/// The way from a picture's red, green and blue to the screen's, as ScreenColors has it.
typedef struct ProcessorCurves {
    /// Two curves of 132 numbers each: 65 points of lines over the first sixteenth, and 65 over all, each with one more that is not read.
    const int16_t *_Nonnull curves;
    /// True when numbers go through the first curve.
    bool isCurved;
    /// True when light is mixed behind it, and goes through the second one.
    bool isMixed;
    /// The part of a colour that is drawn, as Picture.glsl has it.
    int32_t part;
    /// The parts of red, green and blue in red, green and blue, in 1/16384.
    int16_t mixture[9];
} ProcessorCurves;

/// The rows of a picture's planes in memory.
typedef struct ProcessorPlanes {
    const uint8_t *_Nullable planes[3];
    /// Bytes from row to row.
    ptrdiff_t strides[3];
    /// The way to the screen's colours; none where the picture's are the screen's.
    const ProcessorCurves *_Nullable curves;
} ProcessorPlanes;

/// Gives the number of bytes that a placement needs for its tables and rows.
size_t processor_placing_size(const ProcessorPlacement *_Nonnull placement);

/// Prepares the tables in memory of that size that lies on a border of 64 bytes.
void processor_prepare_placing(const ProcessorPlacement *_Nonnull placement, void *_Nonnull memory);

/// Places a picture; nothing but its pixels is written to the target, whose rows are `stride` bytes apart.
void processor_place(const ProcessorPlacement *_Nonnull placement, void *_Nonnull memory, const ProcessorPlanes *_Nonnull picture,
                uint8_t *_Nonnull target, ptrdiff_t stride);

/// The kind of numbers that are no samples yet, and what they become.
typedef enum ProcessorCodingKind {
    /// One colour for each pixel; red, green, blue and 255 in bytes; of 10 bits blue, green, red and 3 in words of 32 bits, the lower ones
    /// first; of more red, green, blue and 65535 in words of 16 bits.
    PROCESSOR_MOSAIC,
    /// Hue, saturation and value; red, green, blue and alpha of 16 bits.
    PROCESSOR_HUES,
    /// Luma; words of 16 bits.
    PROCESSOR_GREYS,
    /// Distances; words of 16 bits.
    PROCESSOR_DEPTHS,
} ProcessorCodingKind;

/// A picture of numbers that are no samples yet.
typedef struct ProcessorCoding {
    ProcessorCodingKind kind;
    int width, height;
    /// A number's bits, 8 to 16; of hues those of a pixel.
    int bits;
    /// True where the upper bytes of numbers of 10, 12 or 14 bits lie before their other bits, else words hold one each.
    bool isPacked;
    /// The place of red among the first two pixels of the first two rows, from 0 to 3.
    int red;
    /// The hues of a whole circle: 180 or 256.
    int hues;
    /// The distances that are black and white.
    int black, white;
} ProcessorCoding;

/// Gives the number of bytes that the rows of a picture on its way need.
size_t processor_coding_size(const ProcessorCoding *_Nonnull coding);

/// Makes pixels; `memory` has that size and lies on a border of 64 bytes. Nothing but pixels is written to the target.
void processor_decode(const ProcessorCoding *_Nonnull coding, const uint8_t *_Nonnull from, ptrdiff_t fromStride, uint8_t *_Nonnull to,
                ptrdiff_t toStride, void *_Nullable memory);

#ifdef __cplusplus
}
#endif

#endif
