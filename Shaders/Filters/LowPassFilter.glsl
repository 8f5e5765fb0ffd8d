vec4 lowPassFilter(vec4 frame, vec4 before, LowPassFilter p) {
    return p.hasPrevious ? mix(frame, before, p.strength) : frame;
}
