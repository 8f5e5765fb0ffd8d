// The bins side by side; red, green and blue are the heights of those channels, grey that of the luminance.
vec4 histogram(ivec2 at, Histogram p) {
    vec4 color = vec4(0.0, 0.0, 0.0, 1.0);
#if READS_LUMINANCE
    color.rgb = vec3(uintBitsToFloat(values0(at.x)));
#else
    for (int channel = 0; channel < CHANNELS; ++channel) {
        color[FIRST_CHANNEL + channel] = uintBitsToFloat(values0(channel * BINS + at.x));
    }
#endif
    return color;
}
