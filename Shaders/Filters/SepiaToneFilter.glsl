vec4 sepiaToneFilter(vec4 color, SepiaToneFilter p) {
    vec3 sepia = vec3(
        dot(color.rgb, vec3(0.3588, 0.7044, 0.1368)),
        dot(color.rgb, vec3(0.2990, 0.5870, 0.1140)),
        dot(color.rgb, vec3(0.2392, 0.4696, 0.0912)));
    return vec4(mix(color.rgb, sepia, p.intensity), color.a);
}
