#include "Kinds.h"

static Kind bestKind() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return hostKindAVX512();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c"))
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
