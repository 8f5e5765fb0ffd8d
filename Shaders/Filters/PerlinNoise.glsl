#include "Compositing.glsli"

// PCG-RXS-M-XS-32 (Jarzynski and Olano, "Hash Functions for GPU Rendering", JCGT 2020).
uint perlinNoiseHash(uint value) {
    uint state = value * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

// The length of `offset` along the gradient of a lattice point: one of eight directions, all of length √2.
float perlinNoiseSlope(ivec2 point, vec2 offset, uint seed) {
    uint hash = perlinNoiseHash(uint(point.x) + perlinNoiseHash(uint(point.y) + perlinNoiseHash(seed)));
    vec2 turned = vec2((hash & 1u) == 0u ? offset.x : -offset.x, (hash & 2u) == 0u ? offset.y : -offset.y);
    if ((hash & 4u) == 0u) return turned.x + turned.y;
    return sqrt(2.0) * ((hash & 8u) == 0u ? turned.x : turned.y);
}

// Perlin's noise of 2002 in the plane, −1…1.
float perlinNoiseAt(vec2 where, uint seed) {
    ivec2 cell = ivec2(floor(where));
    vec2 inside = where - floor(where);
    vec2 eased = inside * inside * inside * (inside * (inside * 6.0 - 15.0) + 10.0);
    float topLeft = perlinNoiseSlope(cell, inside, seed);
    float topRight = perlinNoiseSlope(cell + ivec2(1, 0), inside - vec2(1.0, 0.0), seed);
    float bottomLeft = perlinNoiseSlope(cell + ivec2(0, 1), inside - vec2(0.0, 1.0), seed);
    float bottomRight = perlinNoiseSlope(cell + ivec2(1, 1), inside - vec2(1.0, 1.0), seed);
    return mix(mix(topLeft, topRight, eased.x), mix(bottomLeft, bottomRight, eased.x), eased.y);
}

vec4 perlinNoise(ivec2 at, PerlinNoise p) {
    vec2 inHeights = (vec2(at) + 0.5) / float(outputSize.y);
    float noise = perlinNoiseAt(inHeights * clamp(p.scale, 0.0, 65536.0), uint(p.seed));
    return crossFade(p.colorStart, p.colorFinish, clamp(0.5 + 0.5 * noise, 0.0, 1.0));
}
