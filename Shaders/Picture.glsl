// Samples → R'G'B' in whole numbers: every device and every path gets the same bits.
//
// The includer says how a sample is read:
//   int texel(int channel, ivec2 place)         one sample; the place is inside
//   ivec4 block(int channel, ivec2 corner)      four neighbours, two rows of two, repeated beyond the edges
// Channels are luma, Cb, Cr, or red, green, blue; places count the channel's own samples. What differs between
// pictures is chosen by specialization constants: on a processor, weights that the compiler knows halve the time.

#include "PictureConstants.glsl"

// The numbers are those of PlaneArrangement.swift.
const int SEMI_PLANAR = 0;  // luma; Cb Cr
const int PLANAR = 1;       // luma; Cb; Cr
const int YUYV = 2;         // Y Cb Y Cr
const int UYVY = 3;         // Cb Y Cr Y
const int GREY = 4;         // luma
const int COLOR = 5;        // blue, green, red and one byte more
const int RGB_BYTES = 6;    // red, green, blue
const int RED_FIRST = 7;    // red, green, blue and one byte more
const int RGB_THIRDS = 8;   // red, green, blue; each row in three textures, one third after the other

layout(constant_id = 0) const int arrangement = COLOR;
layout(constant_id = 1) const bool isLinear = true;
// True when the picture's columns are the window's rows.
layout(constant_id = 2) const bool isTurned = false;
// Pixels that share a chroma sample, as a shift: 0, 1 or 2 for 1, 2 or 4 pixels.
layout(constant_id = 3) const int columnShift = 0;
layout(constant_id = 4) const int rowShift = 0;
// The weights of each sample for red, green and blue, and the sums added besides; see ColorWeights.swift.
layout(constant_id = 5) const int redFirst = 0;
layout(constant_id = 6) const int redSecond = 0;
layout(constant_id = 7) const int redThird = 0;
layout(constant_id = 8) const int redConstant = 0;
layout(constant_id = 9) const int greenFirst = 0;
layout(constant_id = 10) const int greenSecond = 0;
layout(constant_id = 11) const int greenThird = 0;
layout(constant_id = 12) const int greenConstant = 0;
layout(constant_id = 13) const int blueFirst = 0;
layout(constant_id = 14) const int blueSecond = 0;
layout(constant_id = 15) const int blueThird = 0;
layout(constant_id = 16) const int blueConstant = 0;

int texel(int channel, ivec2 place);
ivec4 block(int channel, ivec2 corner);

// The numbers of pixels that share a channel's samples, as shifts.
ivec2 shifts(int channel) {
    return channel == 0 || arrangement >= GREY ? ivec2(0) : ivec2(columnShift, rowShift);
}

// The last place that a channel has samples for.
ivec2 lastPlace(int channel) {
    return (picture.size - 1) >> shifts(channel);
}

// The place of the n-th pixel of an axis, between samples of the picture's pixels, in 1/256.
int place(ivec4 axis, int n) {
    return axis.x * n + axis.z + int((uint(axis.y) * uint(n) + uint(axis.w)) >> 16);
}

// A sample in 1/256 above the middle code, 128, between four samples; weights of 1/256 along each axis. Down the
// picture first, cut off to 15 bits, then across, cut off to 14: what processors multiply in 16-bit vectors.
int interpolated(int channel, ivec2 luma) {
    ivec2 shift = shifts(channel);
    ivec2 fine = (luma - ((ivec2(128) << shift) - 128)) >> shift;
    ivec4 codes = block(channel, fine >> 8);
    ivec2 weight = fine & 255;
    ivec2 columns = (codes.xy * (256 - weight.y) + codes.zw * weight.y) >> 1;
    int between = (columns.x >> 1) + (((columns.y - columns.x) * weight.x) >> 9);
    return (between << 2) - 32768;
}

int value(int channel, ivec2 luma) {
    if (isLinear) return interpolated(channel, luma);
    return (texel(channel, (luma >> 8) >> shifts(channel)) << 8) - 32768;
}

int weighted(ivec3 values, ivec4 row) {
    ivec3 products = (values * row.xyz) >> 16;
    return clamp((products.x + products.y + products.z + row.w) >> 5, 0, 255);
}

// Red, green and blue as codes.
ivec3 colors(ivec3 values) {
    return ivec3(
        weighted(values, ivec4(redFirst, redSecond, redThird, redConstant)),
        weighted(values, ivec4(greenFirst, greenSecond, greenThird, greenConstant)),
        weighted(values, ivec4(blueFirst, blueSecond, blueThird, blueConstant)));
}

// The colours of a pixel of the rectangle.
ivec3 pixelColors(ivec2 pixel) {
    ivec2 along = isTurned ? pixel.yx : pixel;
    ivec2 luma = ivec2(place(picture.columns, along.x), place(picture.rows, along.y));
    int first = value(0, luma);
    if (arrangement == GREY) return colors(ivec3(first));
    return colors(ivec3(first, value(1, luma), value(2, luma)));
}
