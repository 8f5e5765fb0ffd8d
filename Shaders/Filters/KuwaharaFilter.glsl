// RADIUS: rows and columns of a quadrant beside the pixel's own, at most 16.

const int kuwaharaFilterCount = (RADIUS + 1) * (RADIUS + 1);

struct KuwaharaFilterChoice {
    // Of all three channels' codes, times the square of the count: whole numbers, so that equal ones are equal.
    uint variance;
    vec3 sum;
    float quadrants;
};

void kuwaharaFilterQuadrant(ivec2 at, ivec2 direction, inout KuwaharaFilterChoice best) {
    vec3 sum = vec3(0.0);
    uvec3 codes = uvec3(0);
    uvec3 squares = uvec3(0);
    for (int y = 0; y <= RADIUS; y++) {
        for (int x = 0; x <= RADIUS; x++) {
            vec3 color = pixel0(at + direction * ivec2(x, y)).rgb;
            uvec3 code = uvec3(color * 255.0 + 0.5);
            sum += color;
            codes += code;
            squares += code * code;
        }
    }
    uvec3 spread = uint(kuwaharaFilterCount) * squares - codes * codes;
    uint variance = spread.r + spread.g + spread.b;
    if (variance > best.variance) return;
    bool isAlike = variance == best.variance;
    best.variance = variance;
    best.sum = isAlike ? best.sum + sum : sum;
    best.quadrants = isAlike ? best.quadrants + 1.0 : 1.0;
}

vec4 kuwaharaFilter(ivec2 at, KuwaharaFilter p) {
    KuwaharaFilterChoice best = KuwaharaFilterChoice(0xffffffffu, vec3(0.0), 0.0);
    kuwaharaFilterQuadrant(at, ivec2(-1, -1), best);
    kuwaharaFilterQuadrant(at, ivec2(1, -1), best);
    kuwaharaFilterQuadrant(at, ivec2(-1, 1), best);
    kuwaharaFilterQuadrant(at, ivec2(1, 1), best);
    return vec4(best.sum / (best.quadrants * float(kuwaharaFilterCount)), pixel0(at).a);
}
