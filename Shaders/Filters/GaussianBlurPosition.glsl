#include "CircleUnits.glsli"

vec4 gaussianBlurPosition(vec4 sharp, vec4 blurred, ivec2 at, GaussianBlurPosition p) {
    return choose(length(offsetFrom(p.blurCenter, at)) < p.blurRadius, blurred, sharp);
}
