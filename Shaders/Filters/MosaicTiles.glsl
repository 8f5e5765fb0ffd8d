// The tiles of the second picture; each is read up to the middles of its outermost pixels, so that its neighbours stay away.
vec4 mosaicTiles(ivec2 at, MosaicTiles p) {
    vec2 side = max(p.displayTileSize * float(outputSize.x), 1.0);
    vec2 place = (vec2(at) + 0.5) / side + 1e-4;
    vec2 part = floor(place);
    vec4 color = sample0((part + 0.5) * side / vec2(size0));
    vec2 extent = clamp(p.inputTileSize, 1.0 / vec2(size1), vec2(1.0));
    ivec2 room = max(ivec2(1.0 / extent + 1e-3), 1);
    int count = clamp(p.numberOfTiles, 1, room.x * room.y);
    int number = clamp(int(luminance(color.rgb) * float(count) + 1e-3), 0, count - 1);
    vec2 margin = min(0.5 / (extent * vec2(size1)), 0.5);
    vec2 inside = clamp(place - part, margin, 1.0 - margin);
    vec4 tile = sample1((vec2(number % room.x, number / room.x) + inside) * extent);
    return vec4(p.colorOn ? tile.rgb * color.rgb : tile.rgb, tile.a * color.a);
}
