// The bodies and the way to run them for each kind of processor.

#ifndef PROCESSOR_KIND_H
#define PROCESSOR_KIND_H

#include "include/ProcessorVectors.h"

struct Kind {
    const ProcessorBodyEntry *_Nonnull bodies;
    int count;
    void (*_Nonnull run)(const ProcessorProgram *_Nonnull program, int firstRow, int endRow);
    int leastCurves;
    decltype(&processor_make_curves) _Nonnull makeCurves;
    decltype(&processor_run_curves) _Nonnull runCurves;
    decltype(&processor_colors) _Nonnull colors;
    decltype(&processor_edges) _Nonnull edges;
    decltype(&processor_weigh) _Nonnull weigh;
    decltype(&processor_box) _Nonnull box;
    decltype(&processor_count_codes) _Nonnull countCodes;
    decltype(&processor_count_channels) _Nonnull countChannels;
    decltype(&processor_sum_channels) _Nonnull sumChannels;
    decltype(&processor_count_luminances) _Nonnull countLuminances;
    decltype(&processor_shrink) _Nonnull shrink;
    decltype(&processor_enlarge) _Nonnull enlarge;
    decltype(&processor_placing_size) _Nonnull placingSize;
    decltype(&processor_prepare_placing) _Nonnull preparePlacing;
    decltype(&processor_place) _Nonnull place;
    decltype(&processor_coding_size) _Nonnull codingSize;
    decltype(&processor_decode) _Nonnull decode;
};

extern "C" {
Kind processorKindBaseline(void);
#if defined(__x86_64__)
Kind processorKindAVX2(void);
Kind processorKindAVX512(void);
#endif
}

#endif
