#include "VoronoiPlace.glsli"
vec4 voronoiConsumer(ivec2 at, VoronoiConsumer p) {
    ivec2 beside = ivec2(place(at) * vec2(size1) + 1e-3);
    return pixel0(ivec2(voronoiPlace(pixel1(beside)) * vec2(size0)));
}
