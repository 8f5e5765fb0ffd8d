// Samples → R'G'B' in whole numbers: every device and every path gets the same bits.
//
// A sample of n bits, n up to 16, is the number code << (16 - n), of longer ones the upper 16 bits, less the middle 32768. Between four
// of them lies, with weights v down and w across in 1/256 and before the middle is taken off,
//   columns = (above * (256 - v) + below * v) >> 9                                       two numbers of 15 bits
//   number = ((columns.x >> 1) + (((columns.y - columns.x) * w) >> 9)) << 2              one of 14 bits
// and a colour is ((first * a >> 16) + (second * b >> 16) + (third * c >> 16) + constant) >> 5, kept within 0...255; see
// ColorWeights.swift. All shifts round down. Codes of 8 bits that have not been moved up yet give the same with >> 1 in the place of >> 9.
//
// The includer says how a sample is read: as a code of 8 bits, by the general way as a number of 16.
//   int texel(int channel, ivec2 place)         one sample; the place is inside
//   ivec4 block(int channel, ivec2 corner)      four neighbours, two rows of two, repeated beyond the edges
//   uint rowByte(int plane, int texelShift, ivec2 at)      a byte of a plane's row, for the general way
// Channels are luma, Cb, Cr, or red, green, blue; places count the channel's own samples. What differs between
// pictures is chosen by specialization constants: on a processor, weights that the compiler knows halve the time.

#include "PictureConstants.glsl"

// True for rows without a pattern: all of them share these pipelines, and take row, shifts and weights from PictureConstants.
layout(constant_id = 0) const bool isGeneral = false;
layout(constant_id = 1) const bool isLinear = true;
// True when the picture's columns are the window's rows.
layout(constant_id = 2) const bool isTurned = false;
// The way to the screen's colours, see ScreenColors.swift: 0 for none, 1 for a curve, 2 for curves and a mixture.
layout(constant_id = 3) const int screen = 0;
// Pixels that share a chroma sample, as a shift: 0, 1 or 2 for 1, 2 or 4 pixels; 4 more where it lies in the first of them.
layout(constant_id = 4) const int columnShift = 0;
layout(constant_id = 5) const int rowShift = 0;
// The weights of each sample for red, green and blue, and the sums added besides; see ColorWeights.swift.
layout(constant_id = 6) const int redFirst = 0;
layout(constant_id = 7) const int redSecond = 0;
layout(constant_id = 8) const int redThird = 0;
layout(constant_id = 9) const int redConstant = 0;
layout(constant_id = 10) const int greenFirst = 0;
layout(constant_id = 11) const int greenSecond = 0;
layout(constant_id = 12) const int greenThird = 0;
layout(constant_id = 13) const int greenConstant = 0;
layout(constant_id = 14) const int blueFirst = 0;
layout(constant_id = 15) const int blueSecond = 0;
layout(constant_id = 16) const int blueThird = 0;
layout(constant_id = 17) const int blueConstant = 0;
// True when there is one channel, luma.
layout(constant_id = 18) const bool isGrey = false;
// The rows of the channels; see SampleNumbers.swift.
layout(constant_id = 19) const uint firstSamples = 0;
layout(constant_id = 20) const uint secondSamples = 0;
layout(constant_id = 21) const uint thirdSamples = 0;
// The part of a colour that is drawn: 0 for a code of 8 bits, 1 for the upper byte of one of 16 bits, 2 for the lower one.
layout(constant_id = 22) const int part = 0;

// Two numbers in each word: two curves of 132, then the nine parts of the mixture; see ScreenColors.swift.
layout(set = 0, binding = CURVES) readonly restrict buffer Curves { uint curves[]; };

int texel(int channel, ivec2 place);
ivec4 block(int channel, ivec2 corner);
uint rowByte(int plane, int texelShift, ivec2 at);

// A channel's row: from the lowest bits on four for its plane, four for the shift of the plane's texels in bytes, then a byte each
// for bits of a sample, bits from sample to sample, and bits before the first one.
uint numbers(int channel) {
    if (channel == 0) return isGeneral ? picture.first : firstSamples;
    if (channel == 1) return isGeneral ? picture.second : secondSamples;
    return isGeneral ? picture.third : thirdSamples;
}

int planeOf(int channel) {
    return int(numbers(channel) & 15u);
}

int texelShift(int channel) {
    return int(numbers(channel) >> 4 & 15u);
}

// Bytes from sample to sample, and before the first one, of a row whose samples are bytes.
ivec2 steps(int channel) {
    return ivec2(numbers(channel) >> 19 & 31u, numbers(channel) >> 27);
}

// The numbers of pixels that share a channel's samples, as shifts, and the place of a sample among them: see columnShift.
ivec2 shares(int channel) {
    if (channel == 0) return ivec2(0);
    return isGeneral ? ivec2(picture.shifts & 255, picture.shifts >> 8) : ivec2(columnShift, rowShift);
}

// The numbers of pixels that share a channel's samples, as shifts.
ivec2 shifts(int channel) {
    return shares(channel) & 3;
}

// The place of a channel's first sample, from the middle of the picture's first pixel on, in 1/256.
ivec2 firstPlace(int channel) {
    return ((ivec2(128) << shifts(channel)) - 128) * (1 - (shares(channel) >> 2));
}

// A sample of any row as a number of 16 bits; no byte is read that has none of its bits.
int rowSample(int channel, ivec2 place) {
    uint row = numbers(channel);
    int bits = int(bitfieldExtract(row, 8, 7));
    bool isBigEndian = bitfieldExtract(row, 15, 1) != 0;
    int from = place.x * int(bitfieldExtract(row, 16, 8)) + int(bitfieldExtract(row, 24, 8));
    ivec2 at = ivec2(from >> 3, place.y);
    uint word = 0;
    int end = (from & 7) + bits;
    [[dont_unroll]] for (int byte = 0; byte * 8 < end; ++byte) {
        uint next = rowByte(planeOf(channel), texelShift(channel), at + ivec2(byte, 0));
        word = isBigEndian ? word << 8 | next : word | next << (byte * 8);
    }
    return int(bitfieldExtract(word, isBigEndian ? -end & 7 : from & 7, bits)) << (16 - bits);
}

// Four samples of any row. Loops stay loops: a compiler that writes out all channels, neighbours and bytes takes seconds.
ivec4 rowBlock(int channel, ivec2 low, ivec2 high) {
    ivec4 samples;
    [[dont_unroll]] for (int n = 0; n < 4; ++n) {
        samples[n] = rowSample(channel, ivec2((n & 1) == 0 ? low.x : high.x, n < 2 ? low.y : high.y));
    }
    return samples;
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
    ivec2 fine = (luma - firstPlace(channel)) >> shifts(channel);
    ivec4 codes = block(channel, fine >> 8);
    ivec2 weight = fine & 255;
    ivec2 columns = (codes.xy * (256 - weight.y) + codes.zw * weight.y) >> (isGeneral ? 9 : 1);
    int between = (columns.x >> 1) + (((columns.y - columns.x) * weight.x) >> 9);
    return (between << 2) - 32768;
}

int value(int channel, ivec2 luma) {
    if (isLinear) return interpolated(channel, luma);
    return (texel(channel, (luma >> 8) >> shifts(channel)) << (isGeneral ? 0 : 8)) - 32768;
}

int weighted(ivec3 values, ivec4 row) {
    ivec3 products = (values * row.xyz) >> 16;
    return products.x + products.y + products.z + row.w;
}

int entry(int number) {
    return bitfieldExtract(int(curves[number >> 1]), (number & 1) * 16, 16);
}

// A number or light of 15 bits through a curve: between points over the first sixteenth, or over all.
int curve(int first, int value) {
    bool isLow = value < 2048;
    int point = first + (isLow ? value >> 5 : 66 + (value >> 9));
    int part = isLow ? (value & 31) << 10 : (value & 511) << 6;
    int begin = entry(point);
    return begin + ((((entry(point + 1) - begin) << 1) * part) >> 16);
}

// Sums as codes of the screen.
ivec3 shown(ivec3 sums) {
    if (screen == 0 && part == 0) return clamp(sums >> 5, 0, 255);
    ivec3 values = clamp(sums - 16, 0, 8160) << 2;
    if (screen > 0) {
        for (int color = 0; color < 3; ++color) values[color] = curve(0, values[color]);
    }
    if (screen == 2) {
        ivec3 light = values;
        for (int color = 0; color < 3; ++color) {
            int sum = 0;
            for (int part = 0; part < 3; ++part) sum += ((light[part] * entry(264 + color * 3 + part) >> 14) + 1) >> 1;
            values[color] = curve(132, clamp(sum, 0, 16000) << 1);
        }
    }
    if (part == 0) return (values + 64) >> 7;
    values += values + (values >> 7);
    return part == 1 ? values >> 8 : values & 255;
}

// Four numbers of 16 bits, the lower half of a word first.
ivec4 halves(ivec2 words) {
    return ivec4(bitfieldExtract(words.x, 0, 16), words.x >> 16, bitfieldExtract(words.y, 0, 16), words.y >> 16);
}

// Red, green and blue as codes.
ivec3 colors(ivec3 values) {
    if (isGeneral) {
        return shown(ivec3(
            weighted(values, halves(picture.red)), weighted(values, halves(picture.green)),
            weighted(values, halves(picture.blue))));
    }
    return shown(ivec3(
        weighted(values, ivec4(redFirst, redSecond, redThird, redConstant)),
        weighted(values, ivec4(greenFirst, greenSecond, greenThird, greenConstant)),
        weighted(values, ivec4(blueFirst, blueSecond, blueThird, blueConstant))));
}

// The colours of a pixel of the rectangle.
ivec3 pixelColors(ivec2 pixel) {
    ivec2 along = isTurned ? pixel.yx : pixel;
    ivec2 luma = ivec2(place(picture.columns, along.x), place(picture.rows, along.y));
    if (isGeneral) {
        ivec3 values;
        [[dont_unroll]] for (int channel = 0; channel < 3; ++channel) values[channel] = value(channel, luma);
        return colors(values);
    }
    int first = value(0, luma);
    if (isGrey) return colors(ivec3(first));
    return colors(ivec3(first, value(1, luma), value(2, luma)));
}
