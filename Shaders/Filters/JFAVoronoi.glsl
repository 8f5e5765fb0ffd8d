#include "VoronoiPlace.glsli"
// Between the passes a pixel holds its nearest seed so far: two bytes across, two down; all ones is none.
const int jfaVoronoiNone = 65535;

vec4 jfaVoronoiPack(ivec2 seed) {
    return vec4(seed.x & 255, seed.x >> 8, seed.y & 255, seed.y >> 8) / 255.0;
}

ivec2 jfaVoronoiUnpack(vec4 stored) {
    ivec4 code = ivec4(stored * 255.0 + 0.5);
    return ivec2(code.x | code.y << 8, code.z | code.w << 8);
}

vec4 jfaVoronoiSeed(ivec2 at, JFAVoronoi p) {
    return jfaVoronoiPack(luminance0(at) > p.threshold ? at : ivec2(jfaVoronoiNone));
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
    ivec2 nearest = ivec2(jfaVoronoiNone);
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            ivec2 seed = jfaVoronoiUnpack(pixel0(at + ivec2(x, y) * p.reach));
            if (seed.x == jfaVoronoiNone) continue;
            if (nearest.x == jfaVoronoiNone || jfaVoronoiIsNearer(at, seed, nearest)) nearest = seed;
        }
    }
    return jfaVoronoiPack(nearest);
}

vec4 jfaVoronoiShow(vec4 stored, ivec2 at, JFAVoronoi p) {
    ivec2 seed = jfaVoronoiUnpack(stored);
    return voronoiColor(seed.x == jfaVoronoiNone ? at : seed);
}
