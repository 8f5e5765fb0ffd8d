vec4 levelsAdjustment(vec4 color, LevelsAdjustment p) {
    // Levels that meet make a step.
    vec3 scale = 1.0 / max(p.maximum.rgb - p.minimum.rgb, 1e-6);
    vec3 level = clamp((color.rgb - p.minimum.rgb) * scale, 0.0, 1.0);
    vec3 bent = pow(level, 1.0 / max(p.middle.rgb, 1e-3));
    return vec4(mix(p.minOutput.rgb, p.maxOutput.rgb, bent), color.a);
}
