vec4 fadedFilmLook(vec4 color, FadedFilmLook p) {
    // The red curve bows up, the blue one down; then each gets the range its dye has left.
    vec3 bowed = color.rgb + vec3(0.1, 0.0, -0.1) * 4.0 * color.rgb * (1.0 - color.rgb);
    vec3 faded = mix(vec3(0.07, 0.06, 0.11), vec3(0.97, 0.94, 0.86), bowed);
    vec3 pale = mix(vec3(luminance(faded)), faded, 0.85);
    return vec4(mix(color.rgb, pale, p.intensity), color.a);
}
