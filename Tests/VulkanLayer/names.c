// The names of objects and of regions of commands (VK_EXT_debug_utils): which objects of a process have none.
//
// VIEWFINDER_LAYER_NAMES is the file that gets a line for each kind of object without a name, for each region, and for each region that
// stayed open, when a device ends.
#include "layer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OBJECTS = 1 << 14, MAX_REGIONS = 256, NAME_LENGTH = 64 };

typedef struct Object {
    Device *device;
    uint64_t handle;
    const char *kind;
    bool isNamed;
} Object;

typedef struct Region {
    Device *device;
    char name[NAME_LENGTH];
    int depth;
} Region;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Object made[MAX_OBJECTS];
static size_t madeCount;
static Region regions[MAX_REGIONS];
static size_t regionCount;
// Regions of all recordings that are open.
static int open;

static const char *reportPath(void) {
    const char *path = getenv("VIEWFINDER_LAYER_NAMES");
    return path && *path ? path : NULL;
}

void noteMade(Device *device, uint64_t handle, const char *kind) {
    if (!reportPath()) return;
    pthread_mutex_lock(&lock);
    size_t place = 0;
    // A handle may be another object's that has ended.
    while (place < madeCount && !(made[place].device == device && made[place].handle == handle && made[place].kind == kind)) place++;
    if (place < MAX_OBJECTS) {
        made[place] = (Object){device, handle, kind, false};
        if (place == madeCount) madeCount++;
    }
    pthread_mutex_unlock(&lock);
}

static VKAPI_ATTR VkResult VKAPI_CALL setName(VkDevice handle, const VkDebugUtilsObjectNameInfoEXT *info) {
    Device *device = deviceOf(handle);
    pthread_mutex_lock(&lock);
    for (size_t place = 0; place < madeCount; place++)
        if (made[place].device == device && made[place].handle == info->objectHandle && info->pObjectName && *info->pObjectName)
            made[place].isNamed = true;
    pthread_mutex_unlock(&lock);
    return device->SetDebugUtilsObjectNameEXT ? device->SetDebugUtilsObjectNameEXT(handle, info) : VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL beginRegion(VkCommandBuffer buffer, const VkDebugUtilsLabelEXT *label) {
    Device *device = deviceOf(buffer);
    pthread_mutex_lock(&lock);
    size_t place = 0;
    while (place < regionCount && !(regions[place].device == device && strncmp(regions[place].name, label->pLabelName, NAME_LENGTH - 1) == 0))
        place++;
    if (place == regionCount && place < MAX_REGIONS) {
        regions[place].device = device;
        snprintf(regions[place].name, NAME_LENGTH, "%s", label->pLabelName);
        regionCount++;
    }
    open++;
    pthread_mutex_unlock(&lock);
    if (device->CmdBeginDebugUtilsLabelEXT) device->CmdBeginDebugUtilsLabelEXT(buffer, label);
}

static VKAPI_ATTR void VKAPI_CALL endRegion(VkCommandBuffer buffer) {
    Device *device = deviceOf(buffer);
    pthread_mutex_lock(&lock);
    open--;
    pthread_mutex_unlock(&lock);
    if (device->CmdEndDebugUtilsLabelEXT) device->CmdEndDebugUtilsLabelEXT(buffer);
}

void reportNames(Device *device) {
    FILE *file = reportPath() ? fopen(reportPath(), "a") : NULL;
    if (!file) return;
    pthread_mutex_lock(&lock);
    fprintf(file, "device with %zu objects\n", madeCount);
    for (size_t place = 0; place < madeCount; place++)
        if (made[place].device == device && !made[place].isNamed) fprintf(file, "no name: %s\n", made[place].kind);
    for (size_t place = 0; place < regionCount; place++)
        if (regions[place].device == device) fprintf(file, "region: %s\n", regions[place].name);
    if (open != 0) fprintf(file, "open regions: %d\n", open);
    madeCount = 0;
    regionCount = 0;
    pthread_mutex_unlock(&lock);
    fclose(file);
}

const Command nameCommands[] = {
    COMMAND("SetDebugUtilsObjectNameEXT", setName),
    COMMAND("CmdBeginDebugUtilsLabelEXT", beginRegion),
    COMMAND("CmdEndDebugUtilsLabelEXT", endRegion),
    {NULL, NULL},
};
