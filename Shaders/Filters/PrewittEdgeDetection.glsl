vec4 prewittEdgeDetection(ivec2 at, PrewittEdgeDetection p) {
    float topLeft = luminance0(at + ivec2(-1, -1));
    float topRight = luminance0(at + ivec2(1, -1));
    float bottomLeft = luminance0(at + ivec2(-1, 1));
    float bottomRight = luminance0(at + ivec2(1, 1));
    float across = luminance0(at + ivec2(1, 0)) - luminance0(at + ivec2(-1, 0));
    float down = luminance0(at + ivec2(0, 1)) - luminance0(at + ivec2(0, -1));
    vec2 gradient = vec2(
        topRight + bottomRight - topLeft - bottomLeft + across,
        bottomLeft + bottomRight - topLeft - topRight + down);
    return vec4(vec3(length(gradient) * p.edgeStrength), 1.0);
}
