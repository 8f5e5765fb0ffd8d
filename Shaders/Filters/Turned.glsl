// A turn by QUARTERS of a circle, clockwise: 1 puts the left column above.
vec4 turned(ivec2 at, Turned p) {
#if QUARTERS == 1
    return pixel0(ivec2(at.y, size0.y - 1 - at.x));
#elif QUARTERS == 2
    return pixel0(size0 - 1 - at);
#else
    return pixel0(ivec2(size0.x - 1 - at.y, at.x));
#endif
}
