#if defined(__x86_64__)
#include <immintrin.h>

#include "ProcessorKind.h"

#define PROCESSOR_HAS_TABLES
#pragma clang attribute push(                                                                                          \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx2,fma,f16c"))), apply_to = function)
#include "KindOfProcessor.hpp"
#pragma clang attribute pop

Kind processorKindAVX512(void) { return thisKind(); }
#endif
