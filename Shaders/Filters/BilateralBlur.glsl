// The weight of a tap: its place's, less the further its colour is from the middle one.
void bilateralBlurTap(ivec2 at, vec4 center, float weight, float factor, inout vec4 sum, inout float total) {
    vec4 color = pixel0(at);
    float counted = weight * (1.0 - clamp(distance(center, color) * factor, 0.0, 1.0));
    sum += color * counted;
    total += counted;
}

vec4 bilateralBlurLine(ivec2 at, ivec2 stride, float factor) {
    vec4 center = pixel0(at);
    vec4 sum = 0.18 * center;
    float total = 0.18;
    bilateralBlurTap(at - 4 * stride, center, 0.05, factor, sum, total);
    bilateralBlurTap(at - 3 * stride, center, 0.09, factor, sum, total);
    bilateralBlurTap(at - 2 * stride, center, 0.12, factor, sum, total);
    bilateralBlurTap(at - stride, center, 0.15, factor, sum, total);
    bilateralBlurTap(at + stride, center, 0.15, factor, sum, total);
    bilateralBlurTap(at + 2 * stride, center, 0.12, factor, sum, total);
    bilateralBlurTap(at + 3 * stride, center, 0.09, factor, sum, total);
    bilateralBlurTap(at + 4 * stride, center, 0.05, factor, sum, total);
    return sum / total;
}

vec4 bilateralBlurAcross(ivec2 at, BilateralBlur p) {
    return bilateralBlurLine(at, ivec2(1, 0), p.distanceNormalizationFactor);
}

vec4 bilateralBlur(ivec2 at, BilateralBlur p) {
    return bilateralBlurLine(at, ivec2(0, 1), p.distanceNormalizationFactor);
}
