vec4 hSBAdjustment(vec4 color, HSBAdjustment p) {
    const vec3 WEIGHTS = vec3(0.3, 0.59, 0.11);
    float light = dot(color.rgb, WEIGHTS);
    // The part across the grey axis turns about it; what that adds to the luminance is taken away again.
    vec3 across = color.rgb - (color.r + color.g + color.b) * (1.0 / 3.0);
    float angle = radians(p.hue);
    vec3 change = (cos(angle) - 1.0) * across + sin(angle) * 0.57735027 * (across.brg - across.gbr);
    vec3 turned = color.rgb + change - dot(change, WEIGHTS);
    return vec4(mix(vec3(light), turned, p.saturation) * p.brightness, color.a);
}
