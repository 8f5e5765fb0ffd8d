// Directions and distances with enough votes and none with more within nine degrees and nine pixels.
// values0: the votes. result[0]: how many; then for each its direction's number, its distance's number and its votes.

const int linePeaksReach = 9;

// Half a turn further the same line has the opposite distance.
uint linePeaksVotes(int angle, int bin) {
    if (angle < 0 || angle >= ANGLES) bin = 2 * DISTANCE - bin;
    angle = (angle + ANGLES) % ANGLES;
    return bin < 0 || bin > 2 * DISTANCE ? 0u : values0(uint(angle * (2 * DISTANCE + 1) + bin));
}

void linePeaks(LinePeaks p) {
    int bin = int(gl_GlobalInvocationID.x), angle = int(gl_GlobalInvocationID.y);
    if (bin > 2 * DISTANCE || angle >= ANGLES) return;
    uint here = linePeaksVotes(angle, bin);
    if (here < 2u || float(here) < p.lineDetectionThreshold * float(SHORT_SIDE)) return;
    for (int turn = -linePeaksReach; turn <= linePeaksReach; turn++) {
        for (int step = -linePeaksReach; step <= linePeaksReach; step++) {
            uint other = linePeaksVotes(angle + turn, bin + step);
            bool isEarlier = turn < 0 || turn == 0 && step < 0;
            if (other > here || isEarlier && other == here) return;
        }
    }
    uint index = atomicAdd(result[0], 1u);
    if (index >= uint(CAPACITY)) return;
    result[1u + 3u * index] = uint(angle);
    result[2u + 3u * index] = uint(bin);
    result[3u + 3u * index] = here;
}
