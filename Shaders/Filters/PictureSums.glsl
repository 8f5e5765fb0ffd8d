// Sums of a picture's four channels, or of its luminance, in steps of 1 / SCALE, in SLOTS parts none of which can pass 2³²:
// result[slot * CHANNELS + channel].

shared uint pictureSumsGroup[CHANNELS];

void pictureSums(PictureSums p) {
    uint lane = gl_LocalInvocationIndex;
    if (lane < uint(CHANNELS)) pictureSumsGroup[lane] = 0u;
    barrier();
    int across = int(gl_NumWorkGroups.x) * LOCAL_WIDTH;
#if READS_LUMINANCE
    uint own = 0u;
#else
    uvec4 own = uvec4(0u);
#endif
    for (int y = int(gl_WorkGroupID.y); y < size0.y; y += int(gl_NumWorkGroups.y)) {
        for (int x = int(gl_GlobalInvocationID.x); x < size0.x; x += across) {
#if READS_LUMINANCE
            own += uint(luminance0(ivec2(x, y)) * float(SCALE) + 0.5);
#else
            own += uvec4(pixel0(ivec2(x, y)) * float(SCALE) + 0.5);
#endif
        }
    }
#if READS_LUMINANCE
    atomicAdd(pictureSumsGroup[0], own);
#else
    for (int channel = 0; channel < CHANNELS; ++channel) atomicAdd(pictureSumsGroup[channel], own[channel]);
#endif
    barrier();
    int slot = int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) % SLOTS;
    if (lane < uint(CHANNELS)) atomicAdd(result[slot * CHANNELS + int(lane)], pictureSumsGroup[lane]);
}
