#include "KuwaharaSquare.glsli"

struct KuwaharaFilterChoice {
    uint variation;
    vec3 sum;
    float squares;
};

void kuwaharaFilterLook(ivec2 corner, inout KuwaharaFilterChoice best) {
    int number = kuwaharaSquareNumber(corner);
    uint variation = values0(number);
    if (variation > best.variation) return;
    uint stored = values0(number + 1);
    vec3 mean = vec3(stored & 1023u, stored >> 10 & 1023u, stored >> 20) / 1023.0;
    bool isAlike = variation == best.variation;
    best.variation = variation;
    best.sum = isAlike ? best.sum + mean : mean;
    best.squares = isAlike ? best.squares + 1.0 : 1.0;
}

vec4 kuwaharaFilter(vec4 color, ivec2 at, KuwaharaFilter p) {
    KuwaharaFilterChoice best = KuwaharaFilterChoice(0xffffffffu, vec3(0.0), 0.0);
    kuwaharaFilterLook(at - RADIUS, best);
    kuwaharaFilterLook(at - ivec2(0, RADIUS), best);
    kuwaharaFilterLook(at - ivec2(RADIUS, 0), best);
    kuwaharaFilterLook(at, best);
    return vec4(best.sum / best.squares, color.a);
}
