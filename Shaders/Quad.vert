#version 450

// A triangle strip between the corners of the picture's rectangle, in the clip space of its cell, which the viewport is.

// Must match PictureConstants.swift: textures have no places in buffers.
layout(push_constant) uniform Corners {
    layout(offset = 64) vec2 low;   // left, top
    layout(offset = 80) vec2 high;  // right, bottom
};

void main() {
    float x = (gl_VertexIndex & 1) == 0 ? low.x : high.x;
    float y = gl_VertexIndex < 2 ? low.y : high.y;
    gl_Position = vec4(x, y, 0.0, 1.0);
}
