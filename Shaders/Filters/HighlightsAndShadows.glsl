vec4 highlightsAndShadows(vec4 color, HighlightsAndShadows p) {
    float light = luminance(color.rgb);
    float dark = max(1.0 - light, 0.0);
    float lift = pow(light, 1.0 / (max(p.shadows, 0.0) + 1.0));
    float shadow = clamp(lift - 0.76 * lift * lift - light, 0.0, 1.0);
    float cut = pow(dark, 1.0 / (2.0 - min(p.highlights, 1.0)));
    float highlight = clamp(1.0 - (cut - 0.8 * cut * cut) - light, -1.0, 0.0);
    // Black has no ratio; it stays black.
    float ratio = choose(light > 0.0, (light + shadow + highlight) / light, 1.0);
    return vec4(color.rgb * ratio, color.a);
}
