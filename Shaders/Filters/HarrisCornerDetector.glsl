// Of the blurred products of slopes: determinant minus the constant times the squared trace.

vec4 harrisCornerDetector(vec4 tensor, HarrisCornerDetector p) {
    float determinant = tensor.x * tensor.y - tensor.z * tensor.z;
    float trace = tensor.x + tensor.y;
    return vec4(p.sensitivity * (determinant - p.harrisConstant * trace * trace), 0.0, 0.0, 1.0);
}
