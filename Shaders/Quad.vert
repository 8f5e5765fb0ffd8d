#version 450

// A triangle strip over the whole target, of which the scissor leaves the picture's rectangle.

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
