// A Vulkan driver that comes back from no call; loaded by the tests of the doctor.

#include <unistd.h>

static void never(void) {
    for (;;) pause();
}

int vk_icdNegotiateLoaderICDInterfaceVersion(unsigned *version) {
    (void)version;
    never();
    return 0;
}

void *vk_icdGetInstanceProcAddr(void *instance, const char *name) {
    (void)instance, (void)name;
    never();
    return 0;
}
