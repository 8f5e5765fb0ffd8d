vec4 resize(ivec2 at, Resize p) {
    return sample0(place(at));
}
