// White where the colour is further from the baseline's than the threshold.

vec4 motionComparison(vec4 color, vec4 baseline, MotionComparison p) {
    return vec4(vec3(choose(distance(color.rgb, baseline.rgb) > p.threshold, 1.0, 0.0)), 1.0);
}
