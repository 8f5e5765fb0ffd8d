// The red, green and blue of a channel when I and Q turn: only their change is added, so a hue of 0 gives the
// colour back exactly. `weights` are the channel's shares of I and Q.
vec3 hueAdjustmentChange(vec2 weights, float angle) {
    const vec3 i = vec3(0.595716, -0.274453, -0.321263);
    const vec3 q = vec3(0.211456, -0.522591, 0.311135);
    return (cos(angle) - 1.0) * (weights.x * i + weights.y * q) + sin(angle) * (weights.x * q - weights.y * i);
}

vec4 hueAdjustment(vec4 color, HueAdjustment p) {
    float angle = radians(p.hue);
    vec3 change = vec3(
        dot(color.rgb, hueAdjustmentChange(vec2(0.9563, 0.6210), angle)),
        dot(color.rgb, hueAdjustmentChange(vec2(-0.2721, -0.6474), angle)),
        dot(color.rgb, hueAdjustmentChange(vec2(-1.1070, 1.7046), angle)));
    return vec4(color.rgb + change, color.a);
}
