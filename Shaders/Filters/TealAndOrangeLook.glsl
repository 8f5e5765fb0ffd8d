vec4 tealAndOrangeLook(vec4 color, TealAndOrangeLook p) {
    vec3 steep = mix(color.rgb, color.rgb * color.rgb * (3.0 - 2.0 * color.rgb), 0.35);
    // -0.385 in the shadows, 0.385 in the highlights, 0 for black, middle grey and white.
    float light = luminance(steep);
    float balance = (2.0 * light - 1.0) * 4.0 * light * (1.0 - light);
    // The tint weighs nothing in the luminance.
    vec3 toned = steep + balance * vec3(0.3, -0.06, -0.2888488);
    return vec4(mix(color.rgb, toned, p.intensity), color.a);
}
