#include "Compositing.glsli"

// Cb and Cr of ITU-R BT.601, −0.5…0.5.
vec2 chromaKeyBlendChroma(vec3 color) {
    float luma = dot(color, vec3(0.299, 0.587, 0.114));
    return vec2((color.b - luma) / 1.772, (color.r - luma) / 1.402);
}

vec4 chromaKeyBlend(vec4 base, vec4 overlay, ChromaKeyBlend p) {
    float away = distance(chromaKeyBlendChroma(base.rgb), chromaKeyBlendChroma(p.colorToReplace.rgb));
    float t = clamp((away - p.thresholdSensitivity) / max(p.smoothing, 1e-6), 0.0, 1.0);
    float kept = t * t * (3.0 - 2.0 * t);
    return crossFade(base, overlay, 1.0 - kept);
}
