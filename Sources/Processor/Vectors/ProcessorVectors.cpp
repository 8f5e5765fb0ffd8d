#include "ProcessorKind.h"

#include <string.h>

#include <atomic>

// The best kind that may be taken: 0 for the baseline, 1 for AVX2, 2 for AVX-512.
static std::atomic<int> highest{2};

void processor_choose_kind(const char *name) { highest = strcmp(name, "avx512") == 0 ? 2 : strcmp(name, "avx2") == 0 ? 1 : 0; }

static int bestKind() {
#if defined(__x86_64__)
    if (highest >= 2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512vbmi"))
        return 2;
    if (highest >= 1 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c")) return 1;
#endif
    return 0;
}

static int chosen() {
    static const int number = bestKind();
    return number;
}

static Kind made() {
#if defined(__x86_64__)
    if (chosen() == 2) return processorKindAVX512();
    if (chosen() == 1) return processorKindAVX2();
#endif
    return processorKindBaseline();
}

static const Kind &kind() {
    static const Kind kind = made();
    return kind;
}

const char *processor_kind_name(void) {
    static const char *const names[] = {"baseline", "avx2", "avx512"};
    return names[chosen()];
}

const ProcessorBodyEntry *processor_bodies(int *count) {
    *count = kind().count;
    return kind().bodies;
}

void processor_run(const ProcessorProgram *program, int firstRow, int endRow) { kind().run(program, firstRow, endRow); }

int processor_least_curves(void) { return kind().leastCurves; }

void processor_make_curves(const ProcessorProgram *program, uint8_t *curves) { kind().makeCurves(program, curves); }

void processor_run_curves(const ProcessorProgram *program, const uint8_t *curves, int firstRow, int endRow) {
    kind().runCurves(program, curves, firstRow, endRow);
}

void processor_colors(const ProcessorImage *source, const ProcessorPlane *targets, int targetCount, int firstRow, int endRow) {
    kind().colors(source, targets, targetCount, firstRow, endRow);
}

void processor_edges(const ProcessorPlane *source, const ProcessorPlane *target, float scale, bool isInverted, bool isLimited,
                     int firstRow, int endRow) {
    kind().edges(source, target, scale, isInverted, isLimited, firstRow, endRow);
}

void processor_weigh(const ProcessorPlane *source, const ProcessorPlane *target, const ProcessorWeights *weights, int firstRow, int endRow) {
    kind().weigh(source, target, weights, firstRow, endRow);
}

void processor_count_codes(const ProcessorPlane *plane, int firstRow, int endRow, uint32_t *bins) {
    kind().countCodes(plane, firstRow, endRow, bins);
}

void processor_count_channels(const ProcessorPlane *plane, int channelCount, int firstRow, int endRow, uint32_t *bins) {
    kind().countChannels(plane, channelCount, firstRow, endRow, bins);
}

void processor_sum_channels(const ProcessorPlane *plane, int firstRow, int endRow, uint64_t *sums) {
    kind().sumChannels(plane, firstRow, endRow, sums);
}

void processor_count_luminances(const ProcessorPlane *plane, int firstRow, int endRow, uint32_t *bins) {
    kind().countLuminances(plane, firstRow, endRow, bins);
}

void processor_shrink(const ProcessorPlane *source, const ProcessorBlocks *blocks, int firstRow, int endRow) {
    kind().shrink(source, blocks, firstRow, endRow);
}

void processor_enlarge(const ProcessorPlane *target, const ProcessorBlocks *blocks, int firstRow, int endRow) {
    kind().enlarge(target, blocks, firstRow, endRow);
}

void processor_box(const ProcessorPlane *source, const ProcessorPlane *target, const ProcessorBox *box, int firstRow, int endRow) {
    kind().box(source, target, box, firstRow, endRow);
}

size_t processor_placing_size(const ProcessorPlacement *placement) { return kind().placingSize(placement); }

void processor_prepare_placing(const ProcessorPlacement *placement, void *memory) { kind().preparePlacing(placement, memory); }

void processor_place(const ProcessorPlacement *placement, void *memory, const ProcessorPlanes *picture, uint8_t *target, ptrdiff_t stride) {
    kind().place(placement, memory, picture, target, stride);
}

size_t processor_coding_size(const ProcessorCoding *coding) { return kind().codingSize(coding); }

void processor_decode(const ProcessorCoding *coding, const uint8_t *from, ptrdiff_t fromStride, uint8_t *to, ptrdiff_t toStride,
                      void *memory) {
    kind().decode(coding, from, fromStride, to, toStride, memory);
}
