vec4 crop(ivec2 at, Crop p) {
    ivec2 space = size0 - outputSize;
    vec2 wanted = clamp(p.locationOfCropInPixels, vec2(-1.0), vec2(space));
    ivec2 corner = ivec2(floor(wanted + 0.5));
    corner = ivec2(wanted.x < 0.0 ? space.x / 2 : corner.x, wanted.y < 0.0 ? space.y / 2 : corner.y);
    return pixel0(at + corner);
}
