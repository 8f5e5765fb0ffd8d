// The bodies of point operations, compiled for the processor: the same files that kernels are made of.
//
// A program reads pictures, sends their pixels through bodies one after another while they lie in the first cache, and
// writes one picture. Nothing here allocates, waits or keeps anything; any number of threads may run parts of a program.

#ifndef HOST_BODIES_H
#define HOST_BODIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The layout of a picture's samples.
typedef enum HostSamples {
    /// Red, green, blue and alpha, a byte each.
    HOST_RGBA8,
    /// Red, green, blue and alpha, floats of 16 bits.
    HOST_HALF,
    /// Red, green, blue and alpha, floats of 32 bits.
    HOST_FLOAT,
    /// A plane of luma and one of Cb and Cr side by side.
    HOST_SEMI_PLANAR,
    /// Three planes.
    HOST_PLANAR,
    /// Y Cb Y Cr.
    HOST_YUYV,
    /// Cb Y Cr Y.
    HOST_UYVY,
    /// A plane of luma.
    HOST_GREY,
    /// Blue, green, red and a byte without meaning.
    HOST_BGRX,
    /// Red, green, blue.
    HOST_RGB,
} HostSamples;

/// A picture that a program reads or writes.
typedef struct HostImage {
    HostSamples samples;
    /// The planes' first bytes.
    uint8_t *_Nullable planes[3];
    /// Bytes from row to row.
    ptrdiff_t strides[3];
    /// The numbers of pixels that share a sample of colour, across and down, as shifts.
    int columnShift, rowShift;
    /// For each of red, green and blue the samples' weights and the constant, as ColorWeights has them.
    int16_t weights[3][4];
    /// True when bodies look around in it, instead of getting its pixels.
    bool isAround;
    /// The place in memory of the upright picture's pixel (x, y) is (x·m[0] + y·m[1] + m[2], x·m[3] + y·m[4] + m[5]).
    int turn[6];
} HostImage;

/// Numbers that a body looks things up in.
typedef struct HostNumbers {
    const uint32_t *_Nullable numbers;
    int count;
} HostNumbers;

enum {
    /// Inputs that a body may have.
    HOST_INPUT_LIMIT = 4,
    /// Lists of numbers that a body may have.
    HOST_NUMBERS_LIMIT = 2,
    /// `#define`s that a body may have.
    HOST_CONSTANT_LIMIT = 8,
    /// Pixels that go through a program at a time.
    HOST_PART = 256,
    /// Pictures that lie in the first cache at a time.
    HOST_REGISTER_LIMIT = 10,
    /// Pictures that a program may read.
    HOST_SOURCE_LIMIT = 6,
    /// Bodies that a program may have.
    HOST_CALL_LIMIT = 32,
    /// Weights from the middle on that a plane's neighbours may have.
    HOST_TAP_LIMIT = 32,
    /// Samples on one side of the middle that a mean may be of.
    HOST_RADIUS_LIMIT = 200,
    /// Samples that a side of a block may have.
    HOST_FACTOR_LIMIT = 128,
};

/// The place where a body works.
typedef struct HostContext {
    /// The first pixel's place, and the picture's size.
    int x, y, width, height;
    const struct HostCall *_Nullable call;
    /// The program's.
    const HostImage *_Nullable sources;
} HostContext;

/// Computes some pixels: planes of HOST_PART floats, red first. The result may lie where an input lies.
typedef void (*HostBody)(const float *_Nonnull const *_Nonnull inputs, float *_Nonnull output, int count,
                         const HostContext *_Nonnull context);

/// The way of a body with channels while alpha is 1.
typedef enum HostCurve {
    /// It mixes them.
    HOST_NO_CURVE,
    /// Each of red, green and blue depends on itself alone.
    HOST_CURVE,
    /// Each of red, green and blue depends on itself alone, and red and blue change places.
    HOST_EXCHANGING_CURVE,
    /// Each depends on itself alone unless the last constant is 1.
    HOST_CURVE_UNLESS_LUMINANCE,
} HostCurve;

/// A body that the processor has.
typedef struct HostBodyEntry {
    /// The entry function's name.
    const char *_Nonnull function;
    /// The parameters: `float brightness;bool isHeld;`.
    const char *_Nonnull parameters;
    /// The names of the body's `#define`s: `BINS;CHANNELS;`.
    const char *_Nonnull constants;
    int inputCount;
    HostCurve curve;
    /// True when it looks around in its inputs.
    bool looksAround;
    int numbersCount;
    HostBody _Nonnull body;
} HostBodyEntry;

/// A body's call in a program.
typedef struct HostCall {
    HostBody _Nullable body;
    /// Registers, or sources that it looks around in.
    int inputs[HOST_INPUT_LIMIT];
    bool looksAround;
    int output;
    /// The parameters, in the order of the body's struct.
    const float *_Nullable parameters;
    HostNumbers numbers[HOST_NUMBERS_LIMIT];
    /// The values of the body's `#define`s, in the order of the entry.
    int constants[HOST_CONSTANT_LIMIT];
    /// True when the result is kept within 0…1.
    bool isClamped;
} HostCall;

/// Bodies in a row. The first registers hold the sources' pixels.
typedef struct HostProgram {
    int width, height;
    int sourceCount;
    const HostImage *_Nullable sources;
    int callCount;
    const HostCall *_Nullable calls;
    /// True when the bodies, being curves, let red and blue change places.
    bool isExchanging;
    /// The register whose pixels are written.
    int result;
    /// HOST_RGBA8, HOST_HALF or HOST_FLOAT.
    HostImage target;
} HostProgram;

/// Takes vectors of this kind, or of a lesser one where the processor lacks it, instead of the best: "baseline", "avx2" or
/// "avx512". For the whole process, and before any other function is called.
void host_choose_kind(const char *_Nonnull name);

/// The bodies for this processor, which `count` tells the number of, and what runs them.
const HostBodyEntry *_Nonnull host_bodies(int *_Nonnull count);

/// Runs a program on some rows.
void host_run(const HostProgram *_Nonnull program, int firstRow, int endRow);

/// The results of a program's bodies for each code, for programs of curves with one opaque source of bytes and a target of
/// HOST_RGBA8.
enum {
    /// For each byte of the target's pixels the results of all codes.
    HOST_CURVES_SIZE = 4 * 256,
};

/// The number of bodies from which on curves are the cheaper way on this processor.
int host_least_curves(void);

/// Sends all codes through a program's bodies.
void host_make_curves(const HostProgram *_Nonnull program, uint8_t *_Nonnull curves);

/// Does a program's work on some rows by its curves.
void host_run_curves(const HostProgram *_Nonnull program, const uint8_t *_Nonnull curves, int firstRow, int endRow);

/// Rows of bytes.
typedef struct HostPlane {
    uint8_t *_Nonnull base;
    /// Bytes from row to row.
    ptrdiff_t stride;
    /// The numbers of bytes in a row, and of rows.
    int width, height;
    /// Bytes from a sample to the next one of the same channel, at most 4.
    int step;
} HostPlane;

/// The weights of neighbours, in 1/65536: the middle, then twice the weight of those on either side.
typedef struct HostWeights {
    const uint16_t *_Nonnull across;
    const uint16_t *_Nonnull down;
    int acrossCount, downCount;
} HostWeights;

/// Writes the slopes' lengths times `scale` for some rows of a plane of luma, or 255 less them.
void host_edges(const HostPlane *_Nonnull source, const HostPlane *_Nonnull target, float scale, bool isInverted,
                int firstRow, int endRow);

/// Weighs neighbours along columns and rows for some rows; edges repeat.
void host_weigh(const HostPlane *_Nonnull source, const HostPlane *_Nonnull target,
                const HostWeights *_Nonnull weights, int firstRow, int endRow);

/// A rectangle around each sample: samples on either side of the middle one, and quarters of one more at either end.
typedef struct HostBox {
    int acrossRadius, downRadius;
    int acrossEnd, downEnd;
} HostBox;

/// Takes means over rectangles for some rows; edges repeat.
void host_box(const HostPlane *_Nonnull source, const HostPlane *_Nonnull target, const HostBox *_Nonnull box,
              int firstRow, int endRow);

/// Adds to 256 bins how often codes occur in some rows, `step` bytes apart.
void host_count_codes(const HostPlane *_Nonnull plane, int firstRow, int endRow, uint32_t *_Nonnull bins);

/// Adds to 256 bins each how often codes occur in the first three channels of pixels of four bytes, or in all four.
void host_count_channels(const HostPlane *_Nonnull plane, int channelCount, int firstRow, int endRow,
                         uint32_t *_Nonnull bins);

/// Adds the codes of the four channels of pixels of four bytes to four sums.
void host_sum_channels(const HostPlane *_Nonnull plane, int firstRow, int endRow, uint64_t *_Nonnull sums);

/// Adds to 256 bins how often luminances occur in pixels of four bytes, each to the nearest code.
void host_count_luminances(const HostPlane *_Nonnull plane, int firstRow, int endRow, uint32_t *_Nonnull bins);

/// The blocks that samples become along an axis, and the weights of neighbouring blocks, from the middle on.
typedef struct HostAxis {
    /// Samples of a block.
    int factor;
    int weightCount;
    const float *_Nonnull weights;
} HostAxis;

/// A plane of blocks; in every direction there is a block more than the plane needs.
typedef struct HostBlocks {
    HostAxis across, down;
    int columns, rows;
    /// The blocks' channels, and how many numbers there are from row to row: 32 more than are used, or more.
    float *_Nonnull values;
    ptrdiff_t stride;
} HostBlocks;

/// Makes some rows of blocks: means, weighed along the rows; edges repeat.
void host_shrink(const HostPlane *_Nonnull source, const HostBlocks *_Nonnull blocks, int firstRow, int endRow);

/// Weighs blocks along columns and lays some rows of samples between the blocks' middles.
void host_enlarge(const HostPlane *_Nonnull target, const HostBlocks *_Nonnull blocks, int firstRow, int endRow);

#ifdef __cplusplus
}
#endif

#endif
