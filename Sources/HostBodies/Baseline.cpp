#include "Kinds.h"

#include "Everything.hpp"

Kind hostKindBaseline(void) { return {bodies, sizeof bodies / sizeof *bodies, run}; }
