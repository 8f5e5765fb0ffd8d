// The mean of the sums of PictureSums, as the bits of a float.

shared float pictureMeanParts[LOCAL_WIDTH];

void pictureMean(PictureMean p) {
    int lane = int(gl_LocalInvocationIndex);
    float sum = 0.0;
    for (int slot = lane; slot < SLOTS; slot += LOCAL_WIDTH) sum += float(values0(slot));
    pictureMeanParts[lane] = sum;
    barrier();
    if (lane > 0) return;
    for (int other = 1; other < LOCAL_WIDTH; ++other) sum += pictureMeanParts[other];
    result[0] = floatBitsToUint(sum / (float(SCALE) * float(size0.x) * float(size0.y)));
}
