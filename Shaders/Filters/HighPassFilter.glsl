vec4 highPassFilter(vec4 frame, vec4 smoothed, HighPassFilter p) {
    return vec4(abs(frame.rgb - smoothed.rgb), frame.a);
}
