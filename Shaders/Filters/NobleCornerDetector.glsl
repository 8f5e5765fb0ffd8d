// Of the blurred products of slopes: determinant through trace; 0 where nothing slopes.

vec4 nobleCornerDetector(vec4 tensor, NobleCornerDetector p) {
    float determinant = tensor.x * tensor.y - tensor.z * tensor.z;
    float trace = tensor.x + tensor.y;
    return vec4(p.sensitivity * (trace > 1e-6 ? determinant / trace : 0.0), 0.0, 0.0, 1.0);
}
