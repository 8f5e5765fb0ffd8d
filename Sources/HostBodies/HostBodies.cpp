#include "Kinds.h"

#include <string.h>

#include <atomic>

// The best kind that may be taken: 0 for the baseline, 1 for AVX2, 2 for AVX-512.
static std::atomic<int> highest{2};

void host_choose_kind(const char *name) { highest = strcmp(name, "avx512") == 0 ? 2 : strcmp(name, "avx2") == 0 ? 1 : 0; }

static Kind bestKind() {
#if defined(__x86_64__)
    if (highest >= 2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512vbmi"))
        return hostKindAVX512();
    if (highest >= 1 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c"))
        return hostKindAVX2();
#endif
    return hostKindBaseline();
}

static const Kind &kind() {
    static const Kind kind = bestKind();
    return kind;
}

const HostBodyEntry *host_bodies(int *count) {
    *count = kind().count;
    return kind().bodies;
}

void host_run(const HostProgram *program, int firstRow, int endRow) { kind().run(program, firstRow, endRow); }

int host_least_curves(void) { return kind().leastCurves; }

void host_make_curves(const HostProgram *program, uint8_t *curves) { kind().makeCurves(program, curves); }

void host_run_curves(const HostProgram *program, const uint8_t *curves, int firstRow, int endRow) {
    kind().runCurves(program, curves, firstRow, endRow);
}

void host_edges(const HostPlane *source, const HostPlane *target, float scale, bool isInverted, int firstRow, int endRow) {
    kind().edges(source, target, scale, isInverted, firstRow, endRow);
}

void host_weigh(const HostPlane *source, const HostPlane *target, const HostWeights *weights, int firstRow, int endRow) {
    kind().weigh(source, target, weights, firstRow, endRow);
}

void host_count_codes(const HostPlane *plane, int firstRow, int endRow, uint32_t *bins) {
    kind().countCodes(plane, firstRow, endRow, bins);
}

void host_count_channels(const HostPlane *plane, int channelCount, int firstRow, int endRow, uint32_t *bins) {
    kind().countChannels(plane, channelCount, firstRow, endRow, bins);
}

void host_sum_channels(const HostPlane *plane, int firstRow, int endRow, uint64_t *sums) {
    kind().sumChannels(plane, firstRow, endRow, sums);
}

void host_count_luminances(const HostPlane *plane, int firstRow, int endRow, uint32_t *bins) {
    kind().countLuminances(plane, firstRow, endRow, bins);
}

void host_shrink(const HostPlane *source, const HostBlocks *blocks, int firstRow, int endRow) {
    kind().shrink(source, blocks, firstRow, endRow);
}

void host_enlarge(const HostPlane *target, const HostBlocks *blocks, int firstRow, int endRow) {
    kind().enlarge(target, blocks, firstRow, endRow);
}

void host_box(const HostPlane *source, const HostPlane *target, const HostBox *box, int firstRow, int endRow) {
    kind().box(source, target, box, firstRow, endRow);
}
