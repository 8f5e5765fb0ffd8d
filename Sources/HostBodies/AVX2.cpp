#if defined(__x86_64__)
#include <immintrin.h>

#include "Kinds.h"

#define HOST_GATHERS_EIGHT
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#include "Everything.hpp"
#pragma clang attribute pop

Kind hostKindAVX2(void) { return thisKind(); }
#endif
