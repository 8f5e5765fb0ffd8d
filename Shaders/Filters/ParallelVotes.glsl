// A workgroup counts, for one column, how many points' poly-lines run through each row.
// values0: the points of a picture of WIDTH × HEIGHT; the result has as many columns and rows.

shared uint parallelVotesCounts[HEIGHT];

void parallelVotes(ParallelVotes p) {
    uint lane = gl_LocalInvocationID.x, column = gl_WorkGroupID.x;
    for (uint row = lane; row < uint(HEIGHT); row += LOCAL_WIDTH) parallelVotesCounts[row] = 0u;
    barrier();
    float across = (float(column) + 0.5) / float(WIDTH) * 2.0 - 1.0;
    vec2 unit = vec2(2.0 / float(max(WIDTH, HEIGHT)));
    uint count = values0(0u);
    for (uint index = lane; index < count; index += LOCAL_WIDTH) {
        uint point = values0(1u + index);
        vec2 place = (vec2(float(point & 0xffffu), float(point >> 16)) + 0.5 - 0.5 * vec2(WIDTH, HEIGHT)) * unit;
        float down = (1.0 - abs(across)) * place.x + across * place.y;
        // What lies between two rows counts in the lower one, however it was rounded.
        int row = int(floor((down + 1.0) * 0.5 * float(HEIGHT) + 1e-4));
        atomicAdd(parallelVotesCounts[clamp(row, 0, HEIGHT - 1)], 1u);
    }
    barrier();
    for (uint row = lane; row < uint(HEIGHT); row += LOCAL_WIDTH)
        result[row * uint(WIDTH) + column] = parallelVotesCounts[row];
}
