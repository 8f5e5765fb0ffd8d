#include "Kinds.h"

#include "Everything.hpp"

Kind hostKindBaseline(void) { return thisKind(); }
