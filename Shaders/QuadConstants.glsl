// Must match QuadConstants.swift; 72 of the 128 bytes that every device has.
layout(push_constant) uniform QuadConstants {
    vec4 vertices[4];  // position in the target (-1…1), place in the picture (pixels)
    ivec2 size;        // the picture in pixels
} quad;
