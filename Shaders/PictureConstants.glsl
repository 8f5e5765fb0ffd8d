// Must match PictureConstants.swift; all of the 128 bytes that every device has.
layout(push_constant) uniform PictureConstants {
    ivec4 columns;  // the way across the picture: see PlaceSteps.swift
    ivec4 rows;     // the way down the picture
    ivec2 size;     // the picture in pixels
    ivec2 origin;   // the rectangle's corner in the window
    ivec2 covered;  // the rectangle's size
    int windowWidth;
    int shifts;     // for the general way: pixels that share chroma, side by side and above each other, a byte each: see columnShift
    ivec3 offsets;  // of planes in buffers: bytes before the first row; of textures, for Quad.vert, the left and upper edge
    uint first;     // for the general way: the rows of the channels
    ivec3 strides;  // bytes from row to row; the right and lower edge
    uint second;
    ivec2 red;      // for the general way: the weights, 16 bits each
    ivec2 green;
    ivec2 blue;
    uint third;
    int unused;
} picture;
