#version 450

// Pixels of a mosaic's numbers, the bits that the vectors of Coded.hpp make of them (Hamilton and Adams): a workgroup reads its part of the
// mosaic once, finds what red and blue have more than green, and writes the pixels.

layout(local_size_x = 16, local_size_y = 8) in;

// SampleCoding.
layout(constant_id = 0) const int bits = 8;
layout(constant_id = 1) const bool isPacked = false;
layout(constant_id = 2) const int red = 0;

layout(set = 0, binding = 0) readonly restrict buffer Numbers { uint words[]; };
layout(set = 0, binding = 1) writeonly restrict buffer Pixels { uint pixels[]; };

layout(push_constant) uniform Picture {
    ivec2 size;
    // Bytes before the first row, and from row to row.
    uint offset;
    uint stride;
};

// The pixels of a workgroup's part, and with what lies beside them.
const int SIDE = 32, WIDE = SIDE + 6;
const int INVOCATIONS = 16 * 8;
// The places of red and blue in a row of a part, with one beside it.
const int COLORS = SIDE / 2 + 1;

shared int numbers[WIDE * WIDE];
// Red or blue less green.
shared int differences[(SIDE + 2) * COLORS];

uint byteAt(uint at) {
    return bitfieldExtract(words[at >> 2], int(at & 3) * 8, 8);
}

int number(uvec2 at) {
    const uint row = offset + at.y * stride;
    if (bits == 8) return int(byteAt(row + at.x));
    if (!isPacked) {
        // Rows of others may begin anywhere.
        const uint low = row + at.x * 2;
        return int((byteAt(low) | byteAt(low + 1) << 8) & (1u << bits) - 1);
    }
    const uint count = bits == 12 ? 2 : 4, lower = bits - 8;
    const uint group = row + at.x / count * (count * bits / 8), place = at.x % count;
    const uint rest = group + count + place * lower / 8, shift = place * lower % 8;
    uint tail = byteAt(rest);
    if (shift + lower > 8) tail |= byteAt(rest + 1) << 8;
    return int(byteAt(group + place) << lower | bitfieldExtract(tail, int(shift), int(lower)));
}

// The place that one beside a picture equals, as in Coded.hpp; places are -3 or more.
int mirrored(int place, int count) {
    if (count == 1) return 0;
    const int period = 2 * (count - 1), rest = (place + 2 * period) % period;
    return rest < count ? rest : period - rest;
}

int limited(int code) {
    return clamp(code, 0, (1 << bits) - 1);
}

// A number by its place in the part, from -3 on.
int own(ivec2 at) {
    return numbers[(at.y + 3) * WIDE + at.x + 3];
}

int difference(ivec2 at) {
    return differences[(at.y + 1) * COLORS + (at.x + 1 >> 1)];
}

int greenAt(ivec2 at) {
    const ivec2 x = ivec2(1, 0), y = ivec2(0, 1);
    const int twice = 2 * own(at), l = own(at - x), r = own(at + x), u = own(at - y), d = own(at + y);
    const int bend = twice - own(at - 2 * x) - own(at + 2 * x), fall = twice - own(at - 2 * y) - own(at + 2 * y);
    const int across = abs(l - r) + abs(bend), down = abs(u - d) + abs(fall);
    const int level = 2 * (l + r) + bend + 2 >> 2, upright = 2 * (u + d) + fall + 2 >> 2;
    return limited(across < down ? level : down < across ? upright : level + upright + 1 >> 1);
}

ivec3 pixel(ivec2 at) {
    const ivec2 x = ivec2(1, 0), y = ivec2(0, 1);
    const int code = own(at);
    // Whether red is in this row, and whether its colour, red or blue, is in this column.
    const bool isRed = (at.y & 1) == red >> 1, isColored = (at.x & 1) == ((red & 1) ^ (isRed ? 0 : 1));
    int here, green, other;
    if (isColored) {
        const int sum = difference(at - x - y) + difference(at + x - y) + difference(at - x + y) + difference(at + x + y);
        here = code;
        green = code - difference(at);
        other = limited(green + (sum + 2 >> 2));
    } else {
        here = limited(code + (difference(at - x) + difference(at + x) + 1 >> 1));
        green = code;
        other = limited(code + (difference(at - y) + difference(at + y) + 1 >> 1));
    }
    return isRed ? ivec3(here, green, other) : ivec3(other, green, here);
}

void main() {
    const ivec2 corner = ivec2(gl_WorkGroupID.xy) * SIDE;
    for (int place = int(gl_LocalInvocationIndex); place < WIDE * WIDE; place += INVOCATIONS) {
        const ivec2 at = corner + ivec2(place % WIDE, place / WIDE) - 3;
        numbers[place] = number(uvec2(mirrored(at.x, size.x), mirrored(at.y, size.y)));
    }
    barrier();
    for (int place = int(gl_LocalInvocationIndex); place < (SIDE + 2) * COLORS; place += INVOCATIONS) {
        const int y = place / COLORS - 1;
        const int column = (red & 1) ^ (y & 1) ^ red >> 1;
        const ivec2 at = ivec2(place % COLORS * 2 - column, y);
        differences[place] = own(at) - greenAt(at);
    }
    barrier();
    for (int turn = 0; turn < SIDE * SIDE / INVOCATIONS; ++turn) {
        // Neighbours in a subgroup have pixels of one kind.
        const ivec2 at = ivec2(gl_LocalInvocationID.xy) * 2 + ivec2(turn & 1, (turn >> 1 & 1) + (turn >> 2) * 16);
        const ivec2 place = corner + at;
        if (any(greaterThanEqual(place, size))) continue;
        const uint index = uint(place.y) * uint(size.x) + uint(place.x);
        uvec3 codes = uvec3(pixel(at));
        if (bits == 8) {
            pixels[index] = codes.r | codes.g << 8 | codes.b << 16 | 0xff000000u;
        } else if (bits == 10) {
            pixels[index] = codes.b | codes.g << 10 | codes.r << 20 | 0xc0000000u;
        } else {
            // Lower bits repeat the upper ones.
            codes = codes << 16 - bits | codes >> 2 * bits - 16;
            pixels[index * 2] = codes.r | codes.g << 16;
            pixels[index * 2 + 1] = codes.b | 0xffff0000u;
        }
    }
}
