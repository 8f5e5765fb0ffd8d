#include "ProcessorKind.h"

#include "KindOfProcessor.hpp"

Kind processorKindBaseline(void) { return thisKind(); }
