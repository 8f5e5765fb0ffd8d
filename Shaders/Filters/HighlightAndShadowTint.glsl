vec4 highlightAndShadowTint(vec4 color, HighlightAndShadowTint p) {
    float light = luminance(color.rgb);
    vec3 dyed = max(color.rgb, mix(p.shadowTintColor.rgb, color.rgb, light));
    vec3 shadow = mix(color.rgb, dyed, p.shadowTintIntensity);
    dyed = min(shadow, mix(shadow, p.highlightTintColor.rgb, light));
    vec3 highlight = mix(color.rgb, dyed, p.highlightTintIntensity);
    return vec4(mix(shadow, highlight, light), color.a);
}
