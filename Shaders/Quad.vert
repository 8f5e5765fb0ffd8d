#version 450

// A triangle strip of four vertices, all of them push constants: no vertex buffer to fill or to wait for.

#include "QuadConstants.glsl"

layout(location = 0) noperspective out vec2 pixel;

void main() {
    vec4 vertex = quad.vertices[gl_VertexIndex];
    gl_Position = vec4(vertex.xy, 0.0, 1.0);
    pixel = vertex.zw;
}
