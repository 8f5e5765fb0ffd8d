// The plane's points that the picture's pixels come from: q is the inverse of the matrix without z, but for a
// factor, times the place in the result. Behind the eye the factor's sign is wrong.
vec4 transformOperation(ivec2 at, TransformOperation p) {
    float tall = p.ignoreAspectRatio ? 1.0 : float(size0.y) / float(size0.x);
    vec2 here = (place(at) * 2.0 - 1.0) * vec2(1.0, -tall);
    mat3 forward = mat3(p.transform[0].xyw, p.transform[1].xyw, p.transform[3].xyw);
    vec3 row0 = cross(forward[1], forward[2]);
    vec3 row1 = cross(forward[2], forward[0]);
    vec3 row2 = cross(forward[0], forward[1]);
    vec3 shown = vec3(here, 1.0);
    vec3 q = vec3(dot(row0, shown), dot(row1, shown), dot(row2, shown));
    float determinant = dot(row0, forward[0]);
    if (!(q.z * determinant > 0.0)) return p.backgroundColor;
    vec2 source = (q.xy / q.z) * vec2(0.5, -0.5 / tall) + 0.5;
    bool isInside = all(greaterThanEqual(source, vec2(0.0))) && all(lessThanEqual(source, vec2(1.0)));
    return isInside ? sample0(source) : p.backgroundColor;
}
