vec4 luminanceRangeReduction(vec4 color, LuminanceRangeReduction p) {
    return vec4(color.rgb + (0.5 - luminance(color.rgb)) * p.rangeReductionFactor, color.a);
}
