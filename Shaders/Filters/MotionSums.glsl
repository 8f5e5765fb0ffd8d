// A workgroup counts a row's white pixels and sums their columns: result[2·row], result[2·row + 1].

shared uint motionSumsMoved;
shared uint motionSumsColumns;

void motionSums(MotionSums p) {
    int row = int(gl_WorkGroupID.x);
    if (gl_LocalInvocationID.x == 0u) {
        motionSumsMoved = 0u;
        motionSumsColumns = 0u;
    }
    barrier();
    uint moved = 0u, columns = 0u;
    for (int column = int(gl_LocalInvocationID.x); column < size0.x; column += LOCAL_WIDTH) {
        if (pixel0(ivec2(column, row)).r > 0.5) {
            moved++;
            columns += uint(column);
        }
    }
    if (moved > 0u) {
        atomicAdd(motionSumsMoved, moved);
        atomicAdd(motionSumsColumns, columns);
    }
    barrier();
    if (gl_LocalInvocationID.x == 0u) {
        result[2 * row] = motionSumsMoved;
        result[2 * row + 1] = motionSumsColumns;
    }
}
