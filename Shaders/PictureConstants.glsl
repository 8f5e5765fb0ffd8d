// Must match PictureConstants.swift; 96 of the 128 bytes that every device has.
layout(push_constant) uniform PictureConstants {
    ivec4 columns;  // the way across the picture: see PlaceSteps.swift
    ivec4 rows;     // the way down the picture
    ivec2 size;     // the picture in pixels
    ivec2 origin;   // the rectangle's corner in the window
    ivec2 covered;  // the rectangle's size
    int windowWidth;
    int unused;
    ivec4 offsets;  // of planes in buffers: bytes before the first row
    ivec4 strides;  // bytes from row to row
} picture;
