vec4 averageLuminanceThreshold(vec4 color, AverageLuminanceThreshold p) {
    float threshold = uintBitsToFloat(values0(0)) * p.thresholdMultiplier;
    // Half a step of the sums: what is as bright as the mean reaches it.
    bool isBright = luminance(color.rgb) + 0.5 / 4080.0 >= threshold;
    return vec4(vec3(choose(isBright, 1.0, 0.0)), color.a);
}
