// Votes as brightness: white where as many points as the shorter side has pixels meet. values0: the votes.

vec4 parallelCoordinateLineTransform(ivec2 at, ParallelCoordinateLineTransform p) {
    float votes = float(values0(uint(at.y * outputSize.x + at.x)));
    return vec4(vec3(min(p.intensity * votes / float(min(outputSize.x, outputSize.y)), 1.0)), 1.0);
}
