#if defined(__x86_64__)
#include <immintrin.h>

#include "ProcessorKind.h"

#define PROCESSOR_GATHERS_EIGHT
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#include "KindOfProcessor.hpp"
#pragma clang attribute pop

Kind processorKindAVX2(void) { return thisKind(); }
#endif
