// Of the blurred products of slopes: the smaller eigenvalue.

vec4 shiTomasiFeatureDetector(vec4 tensor, ShiTomasiFeatureDetector p) {
    float smaller = 0.5 * (tensor.x + tensor.y - length(vec2(tensor.x - tensor.y, 2.0 * tensor.z)));
    return vec4(p.sensitivity * smaller, 0.0, 0.0, 1.0);
}
