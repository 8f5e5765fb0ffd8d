// The eight samples lie on a ring of √10 pixels; the direction of each is its weight in the two sums. What is
// compared are the picture (input 0) and its smoothed copy (input 1).
vec4 colourFASTFeatureDetection(ivec2 at, ColourFASTFeatureDetection p) {
    const float near = 0.316228;
    const float far = 0.948683;
    vec3 a = pixel1(at + ivec2(3, -1)).rgb;
    vec3 b = pixel1(at + ivec2(1, -3)).rgb;
    vec3 c = pixel1(at + ivec2(-1, -3)).rgb;
    vec3 d = pixel1(at + ivec2(-3, -1)).rgb;
    vec3 e = pixel1(at + ivec2(-3, 1)).rgb;
    vec3 f = pixel1(at + ivec2(-1, 3)).rgb;
    vec3 g = pixel1(at + ivec2(1, 3)).rgb;
    vec3 h = pixel1(at + ivec2(3, 1)).rgb;
    vec3 difference = 0.125 * (a + b + c + d + e + f + g + h) - pixel0(at).rgb;
    vec3 toRight = far * (a - d - e + h) + near * (b - c - f + g);
    vec3 upwards = far * (b + c - f - g) + near * (a + d - e - h);
    // Where the colours agree, rounding must not decide which of them counts.
    vec3 weight = abs(difference) + 1.0 / 255.0;
    float x = dot(weight, toRight) / dot(weight, vec3(1.0));
    float y = dot(weight, upwards) / dot(weight, vec3(1.0));
    // Straight to the left is half a circle, not minus half a one, however it is rounded.
    if (abs(y) < 1e-5) y = 0.0;
    float angle = length(vec2(x, y)) < 1.0 / 1024.0 ? 0.0 : atan(y, x);
    return vec4(0.5 * difference + 0.5, angle / 6.283185307 + 0.5);
}
