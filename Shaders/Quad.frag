#version 450

// A picture in textures, one per plane. Samples are fetched, never filtered by the device: what a sampler rounds
// differs between devices.

#include "Picture.glsl"

layout(set = 0, binding = 0) uniform sampler2D planes[3];

layout(location = 0) out vec4 color;

int code(float sampled) {
    return int(sampled * 255.0 + 0.5);
}

int texel(int channel, ivec2 place) {
    switch (arrangement) {
    case SEMI_PLANAR:
        if (channel == 0) return code(texelFetch(planes[0], place, 0).r);
        return code(texelFetch(planes[1], place, 0)[channel - 1]);
    case PLANAR:
        if (channel == 0) return code(texelFetch(planes[0], place, 0).r);
        if (channel == 1) return code(texelFetch(planes[1], place, 0).r);
        return code(texelFetch(planes[2], place, 0).r);
    case YUYV:
        if (channel == 0) return code(texelFetch(planes[0], ivec2(place.x >> 1, place.y), 0)[(place.x & 1) * 2]);
        return code(texelFetch(planes[0], place, 0)[channel * 2 - 1]);
    case UYVY:
        if (channel == 0) return code(texelFetch(planes[0], ivec2(place.x >> 1, place.y), 0)[(place.x & 1) * 2 + 1]);
        return code(texelFetch(planes[0], place, 0)[channel * 2 - 2]);
    case GREY:
        return code(texelFetch(planes[0], place, 0).r);
    case COLOR:
    case RED_FIRST:
        return code(texelFetch(planes[0], place, 0)[channel]);
    case RGB_THIRDS: {
        ivec2 at = ivec2(place.x * 3 + channel, place.y);
        if (at.x < picture.size.x) return code(texelFetch(planes[0], at, 0).r);
        at.x -= picture.size.x;
        if (at.x < picture.size.x) return code(texelFetch(planes[1], at, 0).r);
        return code(texelFetch(planes[2], at - ivec2(picture.size.x, 0), 0).r);
    }
    default:
        return code(texelFetch(planes[0], ivec2(place.x * 3 + channel, place.y), 0).r);
    }
}

// The point between the four texels, as far from each other's block's as can be: no rounding leads astray.
vec2 middle(ivec2 corner, ivec2 size) {
    return (vec2(corner) + 1.0) / vec2(size);
}

// Four texels of a plane. The plane is a constant wherever this is used: devices need not be able to choose one while
// they draw.
#define GATHERED(plane, corner, component) \
    textureGather(planes[plane], middle(corner, textureSize(planes[plane], 0)), component)

ivec4 codes(vec4 gathered) {
    return ivec4(gathered.wzxy * 255.0 + 0.5);
}

ivec4 fetchedBlock(int channel, ivec2 corner) {
    ivec2 last = lastPlace(channel);
    ivec2 low = clamp(corner, ivec2(0), last);
    ivec2 high = clamp(corner + 1, ivec2(0), last);
    return ivec4(
        texel(channel, low), texel(channel, ivec2(high.x, low.y)), texel(channel, ivec2(low.x, high.y)),
        texel(channel, high));
}

ivec4 block(int channel, ivec2 corner) {
    switch (arrangement) {
    case SEMI_PLANAR:
        if (channel == 0) return codes(GATHERED(0, corner, 0));
        if (channel == 1) return codes(GATHERED(1, corner, 0));
        return codes(GATHERED(1, corner, 1));
    case PLANAR:
        if (channel == 0) return codes(GATHERED(0, corner, 0));
        if (channel == 1) return codes(GATHERED(1, corner, 0));
        return codes(GATHERED(2, corner, 0));
    case GREY:
        return codes(GATHERED(0, corner, 0));
    case COLOR:
    case RED_FIRST:
        if (channel == 0) return codes(GATHERED(0, corner, 0));
        if (channel == 1) return codes(GATHERED(0, corner, 1));
        return codes(GATHERED(0, corner, 2));
    case YUYV:
        if (channel == 1) return codes(GATHERED(0, corner, 1));
        if (channel == 2) return codes(GATHERED(0, corner, 3));
        return fetchedBlock(channel, corner);
    case UYVY:
        if (channel == 1) return codes(GATHERED(0, corner, 0));
        if (channel == 2) return codes(GATHERED(0, corner, 2));
        return fetchedBlock(channel, corner);
    default:
        return fetchedBlock(channel, corner);
    }
}

void main() {
    color = vec4(vec3(pixelColors(ivec2(gl_FragCoord.xy) - picture.origin)) / 255.0, 1.0);
}
