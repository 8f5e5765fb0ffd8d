vec4 gammaAdjustment(vec4 color, GammaAdjustment p) {
    // pow is undefined for 0 to the power of 0.
    vec3 raised = choose(p.gamma > 0.0, pow(color.rgb, vec3(p.gamma)), vec3(1.0));
    return vec4(raised, color.a);
}
