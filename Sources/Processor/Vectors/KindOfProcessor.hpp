// All code for one kind of processor, in a namespace of the including file's own.

// Everything is inlined: no vector is ever passed between functions.
#pragma clang diagnostic ignored "-Wpsabi"
// A product and a sum become one instruction where the processor has it, across inlined functions, too.
#pragma clang fp contract(fast)

namespace {
#include "Lanes.hpp"
#include "Vectors.hpp"
#include "Bodies.hpp"
#include "Samples.hpp"
#include "Row.hpp"
#include "Program.hpp"
#include "Curves.hpp"
#include "Edges.hpp"
#include "Separable.hpp"
#include "Counts.hpp"
#include "WideBlur.hpp"
#include "Box.hpp"
#include "Placing.hpp"
#include "Coded.hpp"

// The functions of this kind.
Kind thisKind() { return {bodies, sizeof bodies / sizeof *bodies, run, leastCurves, makeCurves, runCurves, readColors, edges, weigh,
                          takeMeans, countCodes, countChannels, sumChannels, countLuminances, shrink, enlarge, placingSize, preparePlacing, place,
                          codingSize, decode}; }
}  // namespace
