vec4 brightnessAdjustment(vec4 color, BrightnessAdjustment p) {
    return vec4(color.rgb + p.brightness, color.a);
}
