#version 450
#extension GL_EXT_control_flow_attributes : require

// A picture in textures, one per plane. Samples are fetched, never filtered by the device: what a sampler rounds
// differs between devices.

#define CURVES 1
#include "Picture.glsl"

// True when each row of the only plane lies in several textures.
layout(constant_id = 23) const bool isFolded = false;

layout(set = 0, binding = 0) uniform sampler2D planes[3];

layout(location = 0) out vec4 color;

int code(float sampled) {
    return int(sampled * 255.0 + 0.5);
}

vec4 fetched(int plane, ivec2 at) {
    if (plane == 0) return texelFetch(planes[0], at, 0);
    if (plane == 1) return texelFetch(planes[1], at, 0);
    return texelFetch(planes[2], at, 0);
}

// A byte of a texel. Rows of one plane may lie in several textures, one part after the other.
int fetchedCode(int plane, ivec2 at, int component) {
    if ((isFolded || isGeneral) && plane == 0) {
        int width = textureSize(planes[0], 0).x;
        for (int next = 1; next < 3; ++next) {
            if (at.x >= width) {
                at.x -= width;
                plane = next;
            }
        }
    }
    return code(fetched(plane, at)[component]);
}

uint rowByte(int plane, int texelShift, ivec2 at) {
    return uint(fetchedCode(plane, ivec2(at.x >> texelShift, at.y), at.x & ((1 << texelShift) - 1)));
}

int texel(int channel, ivec2 place) {
    if (isGeneral) return rowSample(channel, place);
    ivec2 step = steps(channel);
    int shift = texelShift(channel);
    int last = (1 << shift) - 1;
    // From sample to sample over whole texels, all are the same component, which the compiler then knows.
    bool isWhole = (step.x & last) == 0;
    int from = isWhole ? step.y : place.x * step.x + step.y;
    int column = isWhole ? place.x * (step.x >> shift) + (from >> shift) : from >> shift;
    return fetchedCode(planeOf(channel), ivec2(column, place.y), from & last);
}

// The point between the four texels, as far from each other's block's as can be: no rounding leads astray.
vec2 middle(ivec2 corner, ivec2 size) {
    return (vec2(corner) + 1.0) / vec2(size);
}

ivec4 codes(vec4 gathered) {
    return ivec4(gathered.wzxy * 255.0 + 0.5);
}

// Four bytes of a plane's texels. Plane and component must be written out: devices need not be able to choose them while
// they draw.
#define GATHERED(plane, component) \
    codes(textureGather(planes[plane], middle(corner, textureSize(planes[plane], 0)), component))

ivec4 gathered(int plane, int component, ivec2 corner) {
    switch (plane * 4 + component) {
    case 0: return GATHERED(0, 0);
    case 1: return GATHERED(0, 1);
    case 2: return GATHERED(0, 2);
    case 3: return GATHERED(0, 3);
    case 4: return GATHERED(1, 0);
    case 5: return GATHERED(1, 1);
    case 6: return GATHERED(1, 2);
    case 7: return GATHERED(1, 3);
    case 8: return GATHERED(2, 0);
    case 9: return GATHERED(2, 1);
    case 10: return GATHERED(2, 2);
    }
    return GATHERED(2, 3);
}

ivec4 block(int channel, ivec2 corner) {
    // A texel for each sample: the device finds all four at once.
    if (!isGeneral && steps(channel).x == 1 << texelShift(channel)) {
        return gathered(planeOf(channel), steps(channel).y, corner);
    }
    ivec2 last = lastPlace(channel);
    ivec2 low = clamp(corner, ivec2(0), last);
    ivec2 high = clamp(corner + 1, ivec2(0), last);
    if (isGeneral) return rowBlock(channel, low, high);
    return ivec4(
        texel(channel, low), texel(channel, ivec2(high.x, low.y)), texel(channel, ivec2(low.x, high.y)),
        texel(channel, high));
}

void main() {
    color = vec4(vec3(pixelColors(ivec2(gl_FragCoord.xy) - picture.origin)) / 255.0, 1.0);
}
