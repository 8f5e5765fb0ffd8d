#define medianFilterSort(a, b) { vec4 smaller = min(a, b); b = max(a, b); a = smaller; }

// The median of nine is found by dropping the smallest and the largest of six, then of five, four and three
// values that can still be it.
vec4 medianFilter(ivec2 at, MedianFilter p) {
    vec4 center = pixel0(at);
    vec4 v0 = pixel0(at + ivec2(-1, -1));
    vec4 v1 = pixel0(at + ivec2(0, -1));
    vec4 v2 = pixel0(at + ivec2(1, -1));
    vec4 v3 = pixel0(at + ivec2(-1, 0));
    vec4 v4 = center;
    vec4 v5 = pixel0(at + ivec2(1, 0));
    medianFilterSort(v0, v3)
    medianFilterSort(v1, v4)
    medianFilterSort(v2, v5)
    medianFilterSort(v0, v1)
    medianFilterSort(v0, v2)
    medianFilterSort(v4, v5)
    medianFilterSort(v3, v5)
    v0 = pixel0(at + ivec2(-1, 1));
    medianFilterSort(v1, v2)
    medianFilterSort(v3, v4)
    medianFilterSort(v0, v1)
    medianFilterSort(v0, v3)
    medianFilterSort(v2, v4)
    medianFilterSort(v1, v4)
    v0 = pixel0(at + ivec2(0, 1));
    medianFilterSort(v1, v2)
    medianFilterSort(v0, v3)
    medianFilterSort(v0, v1)
    medianFilterSort(v2, v3)
    medianFilterSort(v1, v3)
    v0 = pixel0(at + ivec2(1, 1));
    medianFilterSort(v0, v1)
    medianFilterSort(v1, v2)
    medianFilterSort(v0, v1)
    return vec4(v1.rgb, center.a);
}
