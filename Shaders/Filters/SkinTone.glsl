// A hue in turns.
float skinToneHue(vec3 color, float most, float range) {
    float part = 1.0 / (6.0 * max(range, 1e-6));
    float green = (color.b - color.r) * part + 1.0 / 3.0;
    float blue = (color.r - color.g) * part + 2.0 / 3.0;
    return choose(most == color.r, (color.g - color.b) * part, choose(most == color.g, green, blue));
}

vec4 skinTone(vec4 color, SkinTone p) {
    float most = max(max(color.r, color.g), color.b);
    float range = most - min(min(color.r, color.g), color.b);
    float saturation = range / max(most, 1e-6);
    float hue = skinToneHue(color.rgb, most, range);
    // Hues lie on a circle: 0.98 and 0.05 are neighbours. Half a turn is 1.
    float away = hue - p.skinHue;
    away = 2.0 * (away - round(away));
    // A grey has no hue, and nearly grey ones have a hue made of noise.
    float weight = exp(-away * away * max(p.skinHueThreshold, 0.0)) * min(saturation * 10.0, 1.0);
    float amount = p.skinToneAdjust * weight;
    if (p.isUpperColorOrange && p.skinToneAdjust > 0.0) {
        range = most * clamp(saturation + amount * p.maxSaturationShift, 0.0, 1.0);
    } else {
        hue += amount * p.maxHueShift;
    }
    // From hue, value and range (HSV); each channel is a trapezoid along the circle.
    vec3 along = 6.0 * fract(hue + vec3(5.0, 3.0, 1.0) / 6.0);
    vec3 shifted = most - range * clamp(min(along, 4.0 - along), 0.0, 1.0);
    return vec4(choose(amount == 0.0, color.rgb, shifted), color.a);
}
