#pragma once
#include <libyuv.h>

// Swift takes the addresses of C's constants only as copies, and libyuv's vectors want theirs aligned.
static inline const struct YuvConstants *yuv_factors(int matrix, int isFull, int isRedFirst) {
    static const struct YuvConstants *const tables[3][2][2] = {
        {{&kYuvI601Constants, &kYvuI601Constants}, {&kYuvJPEGConstants, &kYvuJPEGConstants}},
        {{&kYuvH709Constants, &kYvuH709Constants}, {&kYuvF709Constants, &kYvuF709Constants}},
        {{&kYuv2020Constants, &kYvu2020Constants}, {&kYuvV2020Constants, &kYvuV2020Constants}},
    };
    return tables[matrix][isFull][isRedFirst];
}
