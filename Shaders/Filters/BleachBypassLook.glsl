vec4 bleachBypassLook(vec4 color, BleachBypassLook p) {
    float light = luminance(color.rgb);
    // The silver that bleaching would have washed out lies over the dyes as a grey picture.
    vec3 silver = choose(
        light < 0.5, 2.0 * light * color.rgb, 1.0 - 2.0 * (1.0 - light) * (1.0 - color.rgb));
    vec3 pale = mix(vec3(luminance(silver)), silver, 0.55);
    return vec4(mix(color.rgb, pale, p.intensity), color.a);
}
