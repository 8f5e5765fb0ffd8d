#if defined(__x86_64__)
#include "Kinds.h"

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c"))), apply_to = function)
#include "Everything.hpp"
#pragma clang attribute pop

Kind hostKindAVX512(void) { return thisKind(); }
#endif
