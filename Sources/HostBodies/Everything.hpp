// What each kind of processor gets, in a namespace of the including file's own.

// Everything is inlined: no vector is ever passed between functions.
#pragma clang diagnostic ignored "-Wpsabi"

namespace {
#include "Lanes.hpp"
#include "Vectors.hpp"
#include "Bodies.hpp"
#include "Program.hpp"
}  // namespace
