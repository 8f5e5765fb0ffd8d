// The turn in which a place of a tile's 8×8 grid becomes light: 0…63, each once, one far from those before it (Bayer's
// order, 1973).
int mosaicRank(ivec2 place) {
    int rank = 0;
    for (int bit = 0; bit < 3; bit++) {
        int x = (place.x >> bit) & 1;
        int y = (place.y >> bit) & 1;
        rank |= ((x ^ y) << 1 | y) << (2 * (2 - bit));
    }
    return rank;
}

vec4 mosaic(ivec2 at, Mosaic p) {
    vec2 side = max(p.displayTileSize * float(outputSize.x), 1.0);
    ivec2 eighth = ivec2(floor((vec2(at) + 0.5) / side * 8.0 + 1e-3));
    ivec2 tile = eighth / 8;
    vec4 color = sample0((vec2(tile) + 0.5) * side / vec2(size0));
    int light = min(int(luminance(color.rgb) * 64.0 + 1e-3), 63);
    bool isLight = mosaicRank(eighth % 8) * 63 < light * 64;
    vec3 paint = p.colorOn ? color.rgb : vec3(1.0);
    return vec4(isLight ? paint : vec3(0.0), color.a);
}
