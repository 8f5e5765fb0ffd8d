vec3 skinToneHSV(vec3 color) {
    float most = max(max(color.r, color.g), color.b);
    float range = most - min(min(color.r, color.g), color.b);
    float part = 1.0 / max(range, 1e-6);
    float sextant = most == color.r ? (color.g - color.b) * part
        : most == color.g ? (color.b - color.r) * part + 2.0
        : (color.r - color.g) * part + 4.0;
    return vec3(fract(sextant / 6.0), range / max(most, 1e-6), most);
}

vec3 skinToneRGB(vec3 hsv) {
    vec3 k = mod(vec3(5.0, 3.0, 1.0) + hsv.x * 6.0, 6.0);
    return hsv.z - hsv.z * hsv.y * clamp(min(k, 4.0 - k), 0.0, 1.0);
}

vec4 skinTone(vec4 color, SkinTone p) {
    vec3 hsv = skinToneHSV(color.rgb);
    float away = hsv.x - p.skinHue;
    // Hues lie on a circle: 0.98 and 0.05 are neighbours. Half a turn is 1.
    away = 2.0 * abs(away - round(away));
    // A grey has no hue, and nearly grey ones have a hue made of noise.
    float weight = exp(-away * away * max(p.skinHueThreshold, 0.0)) * min(hsv.y * 10.0, 1.0);
    float amount = p.skinToneAdjust * weight;
    vec2 shift = p.isUpperColorOrange && amount > 0.0 ? vec2(0.0, p.maxSaturationShift) : vec2(p.maxHueShift, 0.0);
    vec3 shifted = vec3(fract(hsv.x + amount * shift.x), clamp(hsv.y + amount * shift.y, 0.0, 1.0), hsv.z);
    return vec4(amount == 0.0 ? color.rgb : skinToneRGB(shifted), color.a);
}
