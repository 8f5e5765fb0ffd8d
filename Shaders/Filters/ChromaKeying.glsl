vec2 chromaKeyingPlace(vec3 color) {
    float y = dot(color, vec3(0.2989, 0.5866, 0.1145));
    return vec2(0.7132 * (color.r - y), 0.5647 * (color.b - y));
}

vec4 chromaKeying(vec4 color, ChromaKeying p) {
    float away = distance(chromaKeyingPlace(color.rgb), chromaKeyingPlace(p.colorToReplace.rgb));
    // smoothstep is undefined where its edges meet.
    float kept = clamp((away - p.thresholdSensitivity) * (1.0 / max(p.smoothing, 1e-5)), 0.0, 1.0);
    return vec4(color.rgb, color.a * kept * kept * (3.0 - 2.0 * kept));
}
