#include "SphereNormal.glsli"
vec4 sphereRefraction(ivec2 at, SphereRefraction p) {
    vec3 normal = sphereNormal(p.center, p.radius, at);
    if (normal == vec3(0.0)) return vec4(0.0);
    return sample0(0.5 + 0.5 * refract(vec3(0.0, 0.0, -1.0), normal, p.refractiveIndex).xy);
}
