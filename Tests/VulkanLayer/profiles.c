// The devices that are played: a row for each.
#include "layer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIB ((VkDeviceSize)1 << 20)
#define LOCAL VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
#define VISIBLE VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT
#define COHERENT VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
#define CACHED VK_MEMORY_PROPERTY_HOST_CACHED_BIT
#define UNUSUAL (VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD | VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD)

static const Profile profiles[] = {
    // lavapipe as it is, but for dma-bufs: what the other rows are compared with.
    {.name = "plain", .deviceName = "Plain", .dmabufs = true, .samplesRows = true},

    // Raspberry Pi 4 and 5 (V3DV before Mesa 24.3). Textures are tiled: plain rows can be copied and not sampled. The processor
    // reads and writes the only type of memory around its caches.
    {.name = "pi", .deviceName = "V3D 7.1", .type = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, .vendor = 0x14e4, .device = 0x55701c33,
     .apiVersion = VK_MAKE_API_VERSION(0, 1, 2, 255), .driver = VK_DRIVER_ID_MESA_V3DV, .driverName = "V3DV Mesa",
     .imageSide = 4096, .storageBuffersPerStage = 8, .workgroupInvocations = 256, .sharedMemory = 16384, .atom = 64,
     .lacks = {"VK_KHR_push_descriptor", "VK_EXT_external_memory_host"}, .lacksWideNumbers = true, .wantsRobustAccess = true,
     .dmabufs = true, .heapCount = 1, .heaps = {{1024 * MIB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT}},
     .typeCount = 1, .types = {{LOCAL | VISIBLE | COHERENT, 0}}},

    // Intel graphics that do not see the processor's caches (Apollo, Gemini and Jasper Lake). Each import shows old lines, and
    // cached memory must be flushed.
    {.name = "stale", .deviceName = "Intel UHD Graphics 600", .type = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, .vendor = 0x8086,
     .device = 0x3185, .driver = VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA, .driverName = "Intel open-source Mesa driver", .atom = 64,
     .dmabufs = true, .samplesRows = true, .stale = true, .heapCount = 1, .heaps = {{1024 * MIB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT}},
     .typeCount = 2, .types = {{LOCAL | VISIBLE | COHERENT, 0}, {LOCAL | VISIBLE | CACHED, 0}}, .importTypes = 1},

    // NVIDIA's own driver: it knows dma-bufs and refuses those of others.
    {.name = "nvidia", .deviceName = "NVIDIA GeForce RTX 3060", .type = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, .vendor = 0x10de,
     .device = 0x2504, .driver = VK_DRIVER_ID_NVIDIA_PROPRIETARY, .driverName = "NVIDIA",
     .lacks = {"VK_EXT_external_memory_host"}, .dmabufs = true, .samplesRows = true, .refusesForeign = true,
     .heapCount = 2, .heaps = {{1024 * MIB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT}, {1024 * MIB, 0}},
     .typeCount = 3, .types = {{LOCAL, 0}, {VISIBLE | COHERENT, 1}, {VISIBLE | COHERENT | CACHED, 1}}, .importTypes = 6},

    // A card whose own memory other programs have filled, up to one MiB. The last type of memory needs a feature
    // (VK_AMD_device_coherent_memory).
    {.name = "small", .deviceName = "Small card", .type = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, .vendor = 0x1002, .device = 0x6611,
     .driver = VK_DRIVER_ID_MESA_RADV, .driverName = "radv", .dmabufs = true, .samplesRows = true,
     .heapCount = 2, .heaps = {{256 * MIB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT}, {1024 * MIB, 0}},
     .typeCount = 4,
     .types = {{LOCAL, 0}, {VISIBLE | COHERENT, 1}, {VISIBLE | COHERENT | CACHED, 1}, {VISIBLE | COHERENT | UNUSUAL, 1}},
     .room = {MIB}, .importTypes = 6},

    // AMD's graphics beside the processor, which read images on dma-bufs only at pitches of whole 256 bytes (RADV); the same if it took
    // others and read its own, and if it even hid that.
    {.name = "pitch256", .deviceName = "AMD Radeon 680M", .type = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, .vendor = 0x1002,
     .device = 0x1681, .driver = VK_DRIVER_ID_MESA_RADV, .driverName = "radv", .dmabufs = true, .samplesRows = true, .pitch = 256},
    {.name = "pitch256-rounds", .deviceName = "Rounding graphics", .type = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, .vendor = 0x1002,
     .device = 0x1681, .driver = VK_DRIVER_ID_MESA_RADV, .driverName = "radv", .dmabufs = true, .samplesRows = true, .pitch = 256,
     .roundsPitch = true},
    {.name = "pitch256-hides", .deviceName = "Hiding graphics", .type = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, .vendor = 0x1002,
     .device = 0x1681, .driver = VK_DRIVER_ID_MESA_RADV, .driverName = "radv", .dmabufs = true, .samplesRows = true, .pitch = 256,
     .roundsPitch = true, .hidesPitch = true},

    // Cached memory that is not coherent, in pieces of 256 bytes (Turnip, PanVK).
    {.name = "noncoherent", .deviceName = "Noncoherent device", .type = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, .vendor = 0x5143,
     .device = 0x6030001, .driver = VK_DRIVER_ID_MESA_TURNIP, .driverName = "turnip", .atom = 256,
     .lacks = {"VK_EXT_external_memory_host"}, .dmabufs = true, .samplesRows = true,
     .heapCount = 1, .heaps = {{1024 * MIB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT}},
     .typeCount = 2, .types = {{LOCAL | VISIBLE | COHERENT, 0}, {LOCAL | VISIBLE | CACHED, 0}}, .importTypes = 1},

    // A laptop with two: a card that cannot show pictures to this compositor, and the processor's own graphics. The first row is
    // the first device of the driver's list.
    {.name = "hybrid", .deviceName = "Sleeping card", .type = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, .vendor = 0x10de,
     .device = 0x25a2, .driver = VK_DRIVER_ID_NVIDIA_PROPRIETARY, .driverName = "NVIDIA", .losesSurface = true,
     .second = "hybrid-integrated"},
    {.name = "hybrid-integrated", .deviceName = "Processor's graphics", .type = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU,
     .vendor = 0x8086, .device = 0x9a49, .driver = VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA, .driverName = "Intel open-source Mesa driver",
     .dmabufs = true, .samplesRows = true, .second = "hybrid"},

    // Graphics beside a processor of which nothing is known beforehand.
    {.name = "powervr", .deviceName = "PowerVR AXE-1-16M", .type = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, .vendor = 0x1010,
     .device = 0x33001003, .driver = VK_DRIVER_ID_IMAGINATION_OPEN_SOURCE_MESA, .driverName = "Imagination open-source Mesa driver",
     .dmabufs = true, .samplesRows = true},

    // Two equal devices; processors, which no program tests in the background.
    {.name = "twins", .deviceName = "One of two", .second = "twins"},
};

const Profile *profileNamed(const char *name, size_t length) {
    for (size_t index = 0; index < LENGTH(profiles); index++)
        if (strlen(profiles[index].name) == length && strncmp(profiles[index].name, name, length) == 0) return &profiles[index];
    return NULL;
}

// MARK: The environment

static const Profile *chosen;
static Failure failure = {.result = VK_SUCCESS, .name = ""};

// Reads `lost:7`, `oom:7`, `hang:7` or `timeout:7`, and more numbers behind commas; or `open:2` or `close:2`.
static bool readFailure(const char *text, size_t whole) {
    const char *number = memchr(text, ':', whole);
    if (!number) return false;
    size_t length = (size_t)(number - text);
    uint64_t *place = length == 4 && strncmp(text, "open", 4) == 0 ? &failure.opening
        : length == 5 && strncmp(text, "close", 5) == 0            ? &failure.closing
                                                                   : NULL;
    if (place) {
        char *end;
        *place = strtoull(number + 1, &end, 10);
        return end == text + whole && end != number + 1;
    }
    if (length == 4 && strncmp(text, "lost", 4) == 0) failure.result = VK_ERROR_DEVICE_LOST, failure.name = "lost";
    else if (length == 4 && strncmp(text, "hang", 4) == 0) failure.result = VK_ERROR_DEVICE_LOST, failure.hangs = true, failure.name = "hang";
    else if (length == 3 && strncmp(text, "oom", 3) == 0) failure.result = VK_ERROR_OUT_OF_DEVICE_MEMORY, failure.name = "oom";
    else if (length == 7 && strncmp(text, "timeout", 7) == 0) failure.result = VK_TIMEOUT, failure.timesOut = true, failure.name = "timeout";
    else return false;
    for (size_t index = 0; index < MAX_FAILURES; index++) {
        char *end;
        failure.at[index] = strtoull(number + 1, &end, 10);
        if (end == number + 1) return false;
        if (end == text + whole) return true;
        if (*end != ',') return false;
        number = end;
    }
    return false;
}

static void readEnvironment(void) {
    const char *text = getenv("VIEWFINDER_LAYER_PROFILE");
    if (!text) text = "";
    // A failure alone happens to lavapipe as it is.
    size_t length = strcspn(text, "+");
    chosen = readFailure(text, length) ? profileNamed("plain", 5) : profileNamed(text, length);
    for (const char *more = text + length; *more == '+'; more += 1 + length) {
        length = strcspn(more + 1, "+");
        if (!readFailure(more + 1, length)) chosen = NULL;
    }
    if (chosen) return;
    fprintf(stderr, "%s: VIEWFINDER_LAYER_PROFILE is \"%s\", and should be [PROFILE+]lost:N, [PROFILE+]oom:N, [PROFILE+]hang:N, [PROFILE+]timeout:N, [PROFILE+]open:N, [PROFILE+]close:N or one of:", LAYER_NAME, text);
    for (size_t index = 0; index < LENGTH(profiles); index++) fprintf(stderr, " %s", profiles[index].name);
    fputc('\n', stderr);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

const Profile *chosenProfile(void) {
    pthread_once(&once, readEnvironment);
    return chosen;
}

const Failure *chosenFailure(void) {
    pthread_once(&once, readEnvironment);
    return &failure;
}

const Profile *profileAt(const Profile *profile, uint32_t place) {
    if (place == 0 || !profile->second) return profile;
    return profileNamed(profile->second, strlen(profile->second));
}

// Reads "MAJOR:MINOR", or "-" for a node that there is not.
static const char *readNode(const char *text, VkBool32 *has, int64_t *major, int64_t *minor) {
    char *end;
    *has = VK_FALSE;
    if (*text == '-') return text + 1;
    *major = strtoll(text, &end, 10);
    if (end == text || *end != ':') return NULL;
    text = end + 1;
    *minor = strtoll(text, &end, 10);
    if (end == text) return NULL;
    *has = VK_TRUE;
    return end;
}

// The variable has an entry PRIMARY/RENDER for each device in the driver's order, with commas between them: "226:0/226:128,-/226:129".
// A device with an empty entry does not tell.
bool drmNodes(uint32_t place, VkPhysicalDeviceDrmPropertiesEXT *nodes) {
    const char *text = getenv("VIEWFINDER_LAYER_DRM");
    for (; text && place > 0; place--) {
        text = strchr(text, ',');
        if (text) text++;
    }
    if (!text || !*text || *text == ',') return false;
    text = readNode(text, &nodes->hasPrimary, &nodes->primaryMajor, &nodes->primaryMinor);
    if (!text || *text != '/') return false;
    return readNode(text + 1, &nodes->hasRender, &nodes->renderMajor, &nodes->renderMinor) != NULL;
}

// MARK: Extensions and versions

bool lacks(const Profile *profile, const char *extension) {
    for (size_t index = 0; index < MAX_NAMES && profile->lacks[index]; index++)
        if (strcmp(profile->lacks[index], extension) == 0) return true;
    return false;
}

const char *const *addedExtensions(const Profile *profile, uint32_t place) {
    static const char *const all[] = {
        VK_EXT_PHYSICAL_DEVICE_DRM_EXTENSION_NAME, VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME,
        VK_EXT_IMAGE_DRM_FORMAT_MODIFIER_EXTENSION_NAME, VK_EXT_QUEUE_FAMILY_FOREIGN_EXTENSION_NAME, NULL};
    static const char *const nodes[] = {VK_EXT_PHYSICAL_DEVICE_DRM_EXTENSION_NAME, NULL};
    VkPhysicalDeviceDrmPropertiesEXT ignored;
    bool tellsNodes = drmNodes(place, &ignored);
    if (profile->dmabufs) return tellsNodes ? all : all + 1;
    return tellsNodes ? nodes : nodes + 1;
}

bool isAdded(const Profile *profile, uint32_t place, const char *extension) {
    for (const char *const *name = addedExtensions(profile, place); *name; name++)
        if (strcmp(*name, extension) == 0) return true;
    return false;
}

bool isBefore13(const Profile *profile) {
    return profile->apiVersion && profile->apiVersion < VK_API_VERSION_1_3;
}
