#include "SphereNormal.glsli"
vec4 glassSphereRefraction(ivec2 at, GlassSphereRefraction p) {
    vec3 normal = sphereNormal(p.center, p.radius, at);
    if (normal == vec3(0.0)) return vec4(0.0);
    vec4 color = sample0(0.5 - 0.5 * refract(vec3(0.0, 0.0, -1.0), normal, p.refractiveIndex).xy);
    float rim = 2.5 * (1.0 - sqrt(sqrt(normal.z)));
    // The light comes from the upper left; 1.5 is the square of its direction's length.
    float shine = max(dot(vec3(-0.5, -0.5, 1.0) / sqrt(1.5), normal), 0.0);
    return vec4(color.rgb + rim + 0.8 * pow(max(shine, 1e-6), 15.0), color.a);
}
