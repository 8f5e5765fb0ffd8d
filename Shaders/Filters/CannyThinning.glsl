// Of a gradient and its length: 1 where the length is the largest along the gradient and reaches the upper threshold,
// 0.5 where it reaches the lower one, else 0.

// The difference below which two lengths count as equal: half floats have this error, and an edge between two columns
// must not depend on it.
const float cannyThinningTie = 0.002;

vec4 cannyThinning(ivec2 at, CannyThinning p) {
    vec4 nothing = vec4(0.0, 0.0, 0.0, 1.0);
    if (any(lessThan(at, ivec2(1))) || any(greaterThan(at, size0 - 2))) return nothing;
    vec3 here = pixel0(at).xyz;
    if (!(here.z > 0.0 && here.z >= min(p.lowerThreshold, p.upperThreshold))) return nothing;
    vec2 extent = abs(here.xy);
    ivec2 diagonal = ivec2(here.x < 0.0 ? -1 : 1, here.y < 0.0 ? -1 : 1);
    ivec2 straight = extent.y > extent.x ? ivec2(0, diagonal.y) : ivec2(diagonal.x, 0);
    float share = min(extent.x, extent.y) / max(max(extent.x, extent.y), 1e-6);
    float ahead = mix(pixel0(at + straight).z, pixel0(at + diagonal).z, share);
    float behind = mix(pixel0(at - straight).z, pixel0(at - diagonal).z, share);
    if (here.z + cannyThinningTie * max(1.0, here.z) < max(ahead, behind)) return nothing;
    return vec4(vec3(here.z >= p.upperThreshold ? 1.0 : 0.5), 1.0);
}
