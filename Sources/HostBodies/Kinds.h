// The bodies and the way to run them for each kind of processor.

#ifndef KINDS_H
#define KINDS_H

#include "include/HostBodies.h"

struct Kind {
    const HostBodyEntry *_Nonnull bodies;
    int count;
    void (*_Nonnull run)(const HostProgram *_Nonnull program, int firstRow, int endRow);
    int leastCurves;
    decltype(&host_make_curves) _Nonnull makeCurves;
    decltype(&host_run_curves) _Nonnull runCurves;
    decltype(&host_edges) _Nonnull edges;
    decltype(&host_weigh) _Nonnull weigh;
    decltype(&host_box) _Nonnull box;
    decltype(&host_count_codes) _Nonnull countCodes;
    decltype(&host_count_channels) _Nonnull countChannels;
    decltype(&host_sum_channels) _Nonnull sumChannels;
    decltype(&host_count_luminances) _Nonnull countLuminances;
    decltype(&host_shrink) _Nonnull shrink;
    decltype(&host_enlarge) _Nonnull enlarge;
};

extern "C" {
Kind hostKindBaseline(void);
#if defined(__x86_64__)
Kind hostKindAVX2(void);
Kind hostKindAVX512(void);
#endif
}

#endif
