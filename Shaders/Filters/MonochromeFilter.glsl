vec4 monochromeFilter(vec4 color, MonochromeFilter p) {
    float light = luminance(color.rgb);
    vec3 dark = 2.0 * light * p.color.rgb;
    vec3 bright = 1.0 - 2.0 * (1.0 - light) * (1.0 - p.color.rgb);
    return vec4(mix(color.rgb, choose(light < 0.5, dark, bright), p.intensity), color.a);
}
