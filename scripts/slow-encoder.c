// Slows the encoder of a running program down to five pictures a second; preloaded by the test of a movie that cannot keep up.
// With VIEWFINDER_ENCODER_SECONDS each picture takes that many seconds.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

// Every encoder of GStreamer's calls this with each picture that it has encoded, on the thread that encodes.
int gst_video_encoder_finish_frame(void *encoder, void *frame) {
    static int (*next)(void *, void *);
    if (!next) next = (int (*)(void *, void *))dlsym(RTLD_NEXT, "gst_video_encoder_finish_frame");
    const char *seconds = getenv("VIEWFINDER_ENCODER_SECONDS");
    struct timespec pause = {.tv_nsec = 200000000};
    if (seconds) pause = (struct timespec){.tv_sec = atoi(seconds)};
    nanosleep(&pause, NULL);
    return next(encoder, frame);
}
