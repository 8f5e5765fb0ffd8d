#if defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "ProcessorKind.h"

#include "KindOfProcessor.hpp"

Kind processorKindBaseline(void) { return thisKind(); }
