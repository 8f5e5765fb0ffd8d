#include "NearestSeed.glsli"
#include "VoronoiPlace.glsli"

vec4 nearestSeedColor(vec4 stored, ivec2 at, NearestSeedColor p) {
    ivec2 seed = nearestSeedUnpack(stored);
    return voronoiColor(seed.x == nearestSeedNone ? at : seed);
}
