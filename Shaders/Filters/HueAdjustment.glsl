vec4 hueAdjustment(vec4 color, HueAdjustment p) {
    vec2 chroma = vec2(
        dot(color.rgb, vec3(0.595716, -0.274453, -0.321263)),
        dot(color.rgb, vec3(0.211456, -0.522591, 0.311135)));
    float angle = radians(p.hue);
    float c = cos(angle), s = sin(angle);
    // Only the change of I and Q is added: a hue of 0 gives the colour back exactly.
    vec2 change = vec2(c * chroma.x + s * chroma.y, c * chroma.y - s * chroma.x) - chroma;
    vec3 shift = change.x * vec3(0.9563, -0.2721, -1.1070) + change.y * vec3(0.6210, -0.6474, 1.7046);
    return vec4(color.rgb + shift, color.a);
}
