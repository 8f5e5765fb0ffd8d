#version 450

// Planes → R'G'B'. One pipeline per arrangement of planes, filter and meaning of the colours, chosen by
// specialization constants: on a processor, weights that the compiler knows halve the time of a pixel.

#include "QuadConstants.glsl"

// The numbers are those of PlaneArrangement.swift.
const int SEMI_PLANAR = 0;  // luma; Cb Cr
const int PLANAR = 1;       // luma; Cb; Cr
const int YUYV = 2;         // Y Cb Y Cr in one texel
const int UYVY = 3;         // Cb Y Cr Y in one texel
const int GREY = 4;         // luma
const int COLOR = 5;        // red, green, blue in one texel
const int RGB_BYTES = 6;    // red, green, blue in three texels side by side

layout(constant_id = 0) const int arrangement = COLOR;
layout(constant_id = 1) const bool isLinear = true;
// Pixels that share a chroma sample, as a shift: 0, 1 or 2 for 1, 2 or 4 pixels.
layout(constant_id = 2) const int columnShift = 0;
layout(constant_id = 3) const int rowShift = 0;
// What each sample adds to red, green and blue, and what is added besides; see ColorTransform.swift.
layout(constant_id = 4) const float redFirst = 1.0;
layout(constant_id = 5) const float redSecond = 0.0;
layout(constant_id = 6) const float redThird = 0.0;
layout(constant_id = 7) const float redConstant = 0.0;
layout(constant_id = 8) const float greenFirst = 0.0;
layout(constant_id = 9) const float greenSecond = 1.0;
layout(constant_id = 10) const float greenThird = 0.0;
layout(constant_id = 11) const float greenConstant = 0.0;
layout(constant_id = 12) const float blueFirst = 0.0;
layout(constant_id = 13) const float blueSecond = 0.0;
layout(constant_id = 14) const float blueThird = 1.0;
layout(constant_id = 15) const float blueConstant = 0.0;

layout(set = 0, binding = 0) uniform sampler2D planes[3];

layout(location = 0) noperspective in vec2 pixel;
layout(location = 0) out vec4 color;

// A plane's sample at a place in pixels of the picture. A chroma plane of an odd size covers a bit more than the
// picture, so places are divided by the samples' shares, not by the picture's size.
vec4 linearSample(int plane, vec2 share) {
    return textureLod(planes[plane], pixel / (share * vec2(textureSize(planes[plane], 0))), 0.0);
}

vec3 planarNearest() {
    ivec2 place = ivec2(pixel);
    ivec2 chroma = ivec2(place.x >> columnShift, place.y >> rowShift);
    float luma = texelFetch(planes[0], place, 0).r;
    if (arrangement == SEMI_PLANAR) return vec3(luma, texelFetch(planes[1], chroma, 0).rg);
    return vec3(luma, texelFetch(planes[1], chroma, 0).r, texelFetch(planes[2], chroma, 0).r);
}

vec3 planarLinear() {
    vec2 share = vec2(1 << columnShift, 1 << rowShift);
    float luma = linearSample(0, vec2(1.0)).r;
    if (arrangement == SEMI_PLANAR) return vec3(luma, linearSample(1, share).rg);
    return vec3(luma, linearSample(1, share).r, linearSample(2, share).r);
}

// Two pixels in a texel: first luma, second luma, Cb, Cr, whatever their order in memory.
vec4 packedTexel(int column, int row) {
    vec4 texel = texelFetch(planes[0], ivec2(column, row), 0);
    return arrangement == YUYV ? texel.rbga : texel.garb;
}

vec3 packedNearest() {
    ivec2 place = ivec2(pixel);
    vec4 texel = packedTexel(place.x >> 1, place.y);
    return vec3((place.x & 1) == 0 ? texel.x : texel.y, texel.zw);
}

// One row of packed pixels: luma between neighbouring pixels, chroma between neighbouring texels. The texels that
// hold the two pixels are always among the two that hold the chroma.
vec3 packedRow(int row) {
    int last = textureSize(planes[0], 0).x - 1;
    float chroma = pixel.x * 0.5 - 0.5;
    int left = int(floor(chroma));
    vec4 first = packedTexel(clamp(left, 0, last), row);
    vec4 second = packedTexel(clamp(left + 1, 0, last), row);
    float luma = pixel.x - 0.5;
    ivec2 places = clamp(ivec2(floor(luma)) + ivec2(0, 1), ivec2(0), ivec2(quad.size.x - 1));
    vec4 firstTexel = (places.x >> 1) <= left ? first : second;
    vec4 secondTexel = (places.y >> 1) <= left ? first : second;
    float low = (places.x & 1) == 0 ? firstTexel.x : firstTexel.y;
    float high = (places.y & 1) == 0 ? secondTexel.x : secondTexel.y;
    return vec3(mix(low, high, fract(luma)), mix(first.zw, second.zw, fract(chroma)));
}

vec3 rgbBytes(ivec2 place) {
    return vec3(
        texelFetch(planes[0], ivec2(place.x * 3, place.y), 0).r,
        texelFetch(planes[0], ivec2(place.x * 3 + 1, place.y), 0).r,
        texelFetch(planes[0], ivec2(place.x * 3 + 2, place.y), 0).r);
}

vec3 rgbBytesRow(int row) {
    float place = pixel.x - 0.5;
    ivec2 places = clamp(ivec2(floor(place)) + ivec2(0, 1), ivec2(0), ivec2(quad.size.x - 1));
    return mix(rgbBytes(ivec2(places.x, row)), rgbBytes(ivec2(places.y, row)), fract(place));
}

// Formats that no sampler can filter: two rows, interpolated by hand.
vec3 filteredRows() {
    float place = pixel.y - 0.5;
    ivec2 places = clamp(ivec2(floor(place)) + ivec2(0, 1), ivec2(0), ivec2(quad.size.y - 1));
    if (arrangement == RGB_BYTES) return mix(rgbBytesRow(places.x), rgbBytesRow(places.y), fract(place));
    return mix(packedRow(places.x), packedRow(places.y), fract(place));
}

vec3 samples() {
    switch (arrangement) {
    case SEMI_PLANAR:
    case PLANAR:
        return isLinear ? planarLinear() : planarNearest();
    case YUYV:
    case UYVY:
        return isLinear ? filteredRows() : packedNearest();
    case GREY:
        return vec3(isLinear ? linearSample(0, vec2(1.0)).r : texelFetch(planes[0], ivec2(pixel), 0).r);
    case COLOR:
        return isLinear ? linearSample(0, vec2(1.0)).rgb : texelFetch(planes[0], ivec2(pixel), 0).rgb;
    default:
        return isLinear ? filteredRows() : rgbBytes(ivec2(pixel));
    }
}

void main() {
    vec3 s = samples();
    color = vec4(
        redFirst * s.x + redSecond * s.y + redThird * s.z + redConstant,
        greenFirst * s.x + greenSecond * s.y + greenThird * s.z + greenConstant,
        blueFirst * s.x + blueSecond * s.y + blueThird * s.z + blueConstant, 1.0);
}
