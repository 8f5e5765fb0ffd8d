// The picture, tinted where the second picture is white.

vec4 motionDetector(vec4 color, vec4 moved, MotionDetector p) {
    vec4 below = choose(p.showsPicture, color, vec4(0.0, 0.0, 0.0, 1.0));
    return choose(moved.r > 0.5, vec4(mix(below.rgb, p.markColor.rgb, p.markColor.a), below.a), below);
}
