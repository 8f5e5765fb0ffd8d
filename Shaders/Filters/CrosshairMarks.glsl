void crosshairMarksDraw(ivec2 pixel, CrosshairMarks p) {
    int reach = int(clamp(p.crosshairWidth, 1.0, 255.0)) / 2;
    int thickness = reach / 5;
    ivec2 size = ivec2(p.size);
    int length = 2 * reach + 1;
    int count = length * (2 * thickness + 1);
    for (int index = int(gl_LocalInvocationID.x); index < count; index += LOCAL_WIDTH) {
        ivec2 offset = ivec2(index % length - reach, index / length - thickness);
        ivec2 across = pixel + offset;
        ivec2 down = pixel + offset.yx;
        if (all(greaterThanEqual(across, ivec2(0))) && all(lessThan(across, size)))
            result[across.y * size.x + across.x] = 1u;
        if (all(greaterThanEqual(down, ivec2(0))) && all(lessThan(down, size)))
            result[down.y * size.x + down.x] = 1u;
    }
}

// Workgroups take crosses in turn; values0 holds how many there are, and the x and y of each one's pixel.
void crosshairMarks(CrosshairMarks p) {
    int count = int(values0(0));
    for (int cross = int(gl_WorkGroupID.x); cross < count; cross += int(gl_NumWorkGroups.x))
        crosshairMarksDraw(ivec2(values0(cross * 2 + 1), values0(cross * 2 + 2)), p);
}
