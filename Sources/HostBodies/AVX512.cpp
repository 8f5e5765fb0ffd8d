#if defined(__x86_64__)
#include <immintrin.h>

#include "Kinds.h"

#define HOST_HAS_TABLES
#pragma clang attribute push(                                                                                          \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx2,fma,f16c"))), apply_to = function)
#include "Everything.hpp"
#pragma clang attribute pop

Kind hostKindAVX512(void) { return thisKind(); }
#endif
