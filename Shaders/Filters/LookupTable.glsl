// 8×8 tiles of 64×64 pixels into a cube as ColorCube reads it; a workgroup for each row of a tile.
void lookupTable(LookupTable p) {
    ivec3 entry = ivec3(gl_LocalInvocationID.x, gl_WorkGroupID.xy);
    ivec2 tile = ivec2(entry.z & 7, entry.z >> 3);
    uvec3 code = uvec3(pixel0(tile * 64 + entry.xy).rgb * 1020.0 + 0.5);
    result[entry.x + 64 * (entry.y + 64 * entry.z)] = code.r | code.g << 10 | code.b << 20;
}
