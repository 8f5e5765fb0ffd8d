// The picture with lines drawn over it. values0: the lines as LinePeaks lists them; values1: cosine and sine of each
// direction. The lines' pixels are those of a picture of WIDTH × HEIGHT.

vec4 houghTransformLineDetector(vec4 color, ivec2 at, HoughTransformLineDetector p) {
    vec4 below = p.showsPicture ? color : vec4(0.0, 0.0, 0.0, 1.0);
    vec2 scale = vec2(WIDTH, HEIGHT) / vec2(outputSize);
    vec2 point = (vec2(at) + 0.5) * scale - 0.5;
    float reach = 0.5 * max(p.lineWidth, 1.0) * max(scale.x, scale.y);
    uint count = min(values0(0u), uint(CAPACITY));
    bool isMarked = false;
    for (uint index = 0u; index < count && !isMarked; index++) {
        uint angle = values0(1u + 3u * index);
        float distance = float(int(values0(2u + 3u * index)) - DISTANCE);
        vec2 normal = vec2(uintBitsToFloat(values1(2u * angle)), uintBitsToFloat(values1(2u * angle + 1u)));
        isMarked = abs(dot(normal, point) - distance) <= reach;
    }
    return isMarked ? vec4(mix(below.rgb, p.markColor.rgb, p.markColor.a), below.a) : below;
}
