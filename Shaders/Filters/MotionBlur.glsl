#include "NineTaps.glsli"

vec4 motionBlur(ivec2 at, MotionBlur p) {
    float angle = radians(p.blurAngle);
    vec2 stride = p.blurSize * vec2(cos(angle), -sin(angle));
    return nineTaps(place(at), stride / vec2(size0));
}
