// Joins weak and strong pixels that touch, diagonally too: a forest over the pixels in which result[pixel] is how far
// back the pixel's parent lies, 0 at a root. Links only go back, so that threads may link at the same time; who finds
// that a root has become a child meanwhile, goes on with that child's old parent
// (Y. Komura, GPU-based cluster-labeling algorithm without the use of conventional iteration, 2015).

uint cannyRegionsRoot(uint pixel) {
    for (uint back = result[pixel]; back != 0u; back = result[pixel]) pixel -= back;
    return pixel;
}

void cannyRegionsJoin(uint one, uint other) {
    one = cannyRegionsRoot(one);
    other = cannyRegionsRoot(other);
    while (one != other) {
        uint child = max(one, other), parent = min(one, other);
        uint before = atomicMax(result[child], child - parent);
        if (before == 0u) return;
        one = cannyRegionsRoot(child - before);
        other = cannyRegionsRoot(parent);
    }
}

void cannyRegionsJoinTo(ivec2 at, ivec2 neighbour) {
    if (any(lessThan(neighbour, ivec2(0))) || neighbour.x >= size0.x) return;
    if (pixel0(neighbour).r < 0.25) return;
    cannyRegionsJoin(uint(at.y * size0.x + at.x), uint(neighbour.y * size0.x + neighbour.x));
}

void cannyRegions(CannyRegions p) {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, size0)) || pixel0(at).r < 0.25) return;
    cannyRegionsJoinTo(at, at + ivec2(-1, 0));
    cannyRegionsJoinTo(at, at + ivec2(-1, -1));
    cannyRegionsJoinTo(at, at + ivec2(0, -1));
    cannyRegionsJoinTo(at, at + ivec2(1, -1));
}
