// The bodies and the way to run them for each kind of processor.

#ifndef KINDS_H
#define KINDS_H

#include "include/HostBodies.h"

struct Kind {
    const HostBodyEntry *_Nonnull bodies;
    int count;
    void (*_Nonnull run)(const HostProgram *_Nonnull program, int firstRow, int endRow);
};

extern "C" {
Kind hostKindBaseline(void);
#if defined(__x86_64__)
Kind hostKindAVX2(void);
Kind hostKindAVX512(void);
#endif
}

#endif
