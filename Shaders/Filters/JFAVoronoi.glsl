#include "NearestSeed.glsli"

vec4 jfaVoronoiSeed(ivec2 at, JFAVoronoi p) {
    return nearestSeedPack(luminance0(at) > p.threshold ? at : ivec2(nearestSeedNone));
}

// Of equally near seeds the upper one, of those in a row the left one, so that the order of looking does not matter.
bool jfaVoronoiIsNearer(ivec2 at, ivec2 seed, ivec2 than) {
    ivec2 left = seed - at;
    ivec2 right = than - at;
    int difference = (left.x * left.x + left.y * left.y) - (right.x * right.x + right.y * right.y);
    if (difference != 0) return difference < 0;
    return seed.y != than.y ? seed.y < than.y : seed.x < than.x;
}

vec4 jfaVoronoiJump(ivec2 at, JFAVoronoi p) {
    ivec2 nearest = ivec2(nearestSeedNone);
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            ivec2 seed = nearestSeedUnpack(pixel0(at + ivec2(x, y) * p.reach));
            if (seed.x == nearestSeedNone) continue;
            if (nearest.x == nearestSeedNone || jfaVoronoiIsNearer(at, seed, nearest)) nearest = seed;
        }
    }
    return nearestSeedPack(nearest);
}
