#version 450
#extension GL_EXT_control_flow_attributes : require

// A picture in buffers, one per plane, into the window's pixels: several pixels per invocation, whole words wherever
// rows allow it. No shared memory, no atomics, no images: a processor does all of them badly.

#define CURVES 4
#include "Picture.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

// True when a pixel is blue, green, red and 255, else red, green, blue and 255.
layout(constant_id = 23) const bool isBlueFirst = true;
// Pixel for pixel, not turned, from left to right, each row of each plane and of the window from a whole word on, and
// whole groups of pixels.
layout(constant_id = 24) const bool isWhole = false;

layout(set = 0, binding = 0) readonly restrict buffer First { uint first[]; };
layout(set = 0, binding = 1) readonly restrict buffer Second { uint second[]; };
layout(set = 0, binding = 2) readonly restrict buffer Third { uint third[]; };
layout(set = 0, binding = 3) writeonly buffer Canvas { uint canvas[]; };
layout(set = 0, binding = 3) writeonly buffer WideCanvas { uvec4 wideCanvas[]; };

const int PIXELS = 8;

uint word(int plane, int index) {
    if (plane == 0) return first[index];
    if (plane == 1) return second[index];
    return third[index];
}

int byteOf(uint word, int number) {
    return int(bitfieldExtract(word, (number & 3) * 8, 8));
}

int code(int plane, int address) {
    return byteOf(word(plane, address >> 2), address);
}

uint rowByte(int plane, int texelShift, ivec2 at) {
    return uint(code(plane, picture.offsets[plane] + at.y * picture.strides[plane] + at.x));
}

// Bytes before a row of a channel's samples.
int rowStart(int channel, int row) {
    return picture.offsets[planeOf(channel)] + row * picture.strides[planeOf(channel)];
}

int texel(int channel, ivec2 place) {
    if (isGeneral) return rowSample(channel, place);
    ivec2 step = steps(channel);
    return code(planeOf(channel), rowStart(channel, place.y) + place.x * step.x + step.y);
}

ivec4 block(int channel, ivec2 corner) {
    ivec2 last = lastPlace(channel);
    ivec2 low = clamp(corner, ivec2(0), last);
    ivec2 high = clamp(corner + 1, ivec2(0), last);
    if (isGeneral) return rowBlock(channel, low, high);
    int plane = planeOf(channel);
    ivec2 step = steps(channel);
    int above = rowStart(channel, low.y) + step.y;
    int below = rowStart(channel, high.y) + step.y;
    ivec2 columns = ivec2(low.x, high.x) * step.x;
    return ivec4(
        code(plane, above + columns.x), code(plane, above + columns.y), code(plane, below + columns.x),
        code(plane, below + columns.y));
}

uint packed(ivec3 c) {
    ivec3 ordered = isBlueFirst ? c.zyx : c;
    return uint(ordered.x | ordered.y << 8 | ordered.z << 16) | 0xff000000u;
}

// The n-th of eight samples whose row starts with a whole word; both are known to the compiler.
int wholeSample(int channel, int start, int n) {
    ivec2 step = steps(channel);
    int address = (n >> shifts(channel).x) * step.x + step.y;
    return (byteOf(word(planeOf(channel), (start >> 2) + (address >> 2)), address) << 8) - 32768;
}

// Bytes before the samples of a pixel of the picture.
int wholeStart(int channel, ivec2 pixel) {
    ivec2 place = pixel >> shifts(channel);
    return rowStart(channel, place.y) + place.x * steps(channel).x;
}

void writeWhole(ivec2 pixel, int target) {
    ivec2 source = pixel + ivec2(picture.columns.z, picture.rows.z) / 256;
    ivec3 starts = ivec3(wholeStart(0, source), wholeStart(1, source), wholeStart(2, source));
    uvec4 pixels[PIXELS / 4];
    [[unroll]] for (int n = 0; n < PIXELS; ++n) {
        ivec3 values = ivec3(wholeSample(0, starts.x, n));
        if (!isGrey) {
            values.y = wholeSample(1, starts.y, n);
            values.z = wholeSample(2, starts.z, n);
        }
        pixels[n / 4][n % 4] = packed(colors(values));
    }
    [[unroll]] for (int n = 0; n < PIXELS / 4; ++n) wideCanvas[target / 4 + n] = pixels[n];
}

void writePlaced(ivec2 pixel, int target) {
    int count = min(PIXELS, picture.covered.x - pixel.x);
    for (int n = 0; n < count; ++n) {
        canvas[target + n] = packed(pixelColors(pixel + ivec2(n, 0)));
    }
}

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy) * ivec2(PIXELS, 1);
    if (pixel.x >= picture.covered.x || pixel.y >= picture.covered.y) return;
    int target = (picture.origin.y + pixel.y) * picture.windowWidth + picture.origin.x + pixel.x;
    // One or the other: what could be left out costs a processor as much as what is done.
    if (isWhole) {
        writeWhole(pixel, target);
    } else {
        writePlaced(pixel, target);
    }
}
