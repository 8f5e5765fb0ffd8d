// A workgroup counts, for one direction, how many points lie at each distance from the origin along it.
// values0: the points; values1: cosine and sine of each direction. Distances are rounded to DISTANCE pixels and less.

shared uint lineVotesCounts[2 * DISTANCE + 1];

void lineVotes(LineVotes p) {
    uint lane = gl_LocalInvocationID.x, angle = gl_WorkGroupID.x;
    for (uint index = lane; index < uint(2 * DISTANCE + 1); index += LOCAL_WIDTH) lineVotesCounts[index] = 0u;
    barrier();
    vec2 normal = vec2(uintBitsToFloat(values1(2u * angle)), uintBitsToFloat(values1(2u * angle + 1u)));
    uint count = values0(0u);
    for (uint index = lane; index < count; index += LOCAL_WIDTH) {
        uint point = values0(1u + index);
        float distance = dot(normal, vec2(float(point & 0xffffu), float(point >> 16)));
        int bin = DISTANCE + int(floor(abs(distance) + 0.5)) * (distance < 0.0 ? -1 : 1);
        atomicAdd(lineVotesCounts[clamp(bin, 0, 2 * DISTANCE)], 1u);
    }
    barrier();
    for (uint index = lane; index < uint(2 * DISTANCE + 1); index += LOCAL_WIDTH)
        result[angle * uint(2 * DISTANCE + 1) + index] = lineVotesCounts[index];
}
