// A matrix' first index is its column.
vec4 convolution3x3(ivec2 at, Convolution3x3 p) {
    vec4 center = pixel0(at);
    mat3 k = p.convolutionKernel;
    vec3 sum = k[1][1] * center.rgb;
    sum += k[0][0] * pixel0(at + ivec2(-1, -1)).rgb;
    sum += k[1][0] * pixel0(at + ivec2(0, -1)).rgb;
    sum += k[2][0] * pixel0(at + ivec2(1, -1)).rgb;
    sum += k[0][1] * pixel0(at + ivec2(-1, 0)).rgb;
    sum += k[2][1] * pixel0(at + ivec2(1, 0)).rgb;
    sum += k[0][2] * pixel0(at + ivec2(-1, 1)).rgb;
    sum += k[1][2] * pixel0(at + ivec2(0, 1)).rgb;
    sum += k[2][2] * pixel0(at + ivec2(1, 1)).rgb;
    return vec4(sum, center.a);
}
