// A Vulkan layer of the tests' own: it makes lavapipe say and do what another device says and does.
//
// It stands below the validation layer, which therefore judges every use by the limits of the device that is played. The device is
// a row of the table in profiles.c; VIEWFINDER_LAYER_PROFILE names it, and is read once.
#ifndef VIEWFINDER_LAYER_H
#define VIEWFINDER_LAYER_H

#define VK_NO_PROTOTYPES
#define VK_USE_PLATFORM_WAYLAND_KHR
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#define LAYER_NAME "VK_LAYER_VIEWFINDER_profile"
#define LENGTH(array) (sizeof(array) / sizeof *(array))

// MARK: The devices that are played (profiles.c)

enum { MAX_MEMORIES = 4, MAX_NAMES = 8, MAX_FAILURES = 4 };

// A device that is played. A field of 0 leaves what lavapipe says.
typedef struct Profile {
    const char *name;
    // What the device calls itself; the name of the profile is put behind it, so that a test sees that the layer is there.
    const char *deviceName;
    VkPhysicalDeviceType type;
    uint32_t vendor, device, apiVersion;
    VkDriverId driver;
    const char *driverName;

    // Limits.
    uint32_t imageSide, storageBuffersPerStage, workgroupInvocations, sharedMemory, storageRange;
    VkDeviceSize atom;

    // Extensions that it lacks, ended by NULL.
    const char *lacks[MAX_NAMES];
    // It lacks the features that small devices lack: numbers of 8, 16 and 64 bits.
    bool lacksWideNumbers;
    // It is opened with robust access to buffers only, since a read outside of one would be lost with it.
    bool wantsRobustAccess;
    // It offers the import of dma-bufs, which the layer makes of a mapping, and images on them.
    bool dmabufs;
    // It samples images in plain rows.
    bool samplesRows;
    // The import of memory of others fails.
    bool refusesForeign;
    // Imports show what the processor wrote with a delay.
    bool stale;
    // The pitch of images on dma-bufs must be a multiple of this; where roundsPitch is set, another one is accepted and not used, and
    // where hidesPitch is set, the image is said to have it all the same.
    uint32_t pitch;
    bool roundsPitch, hidesPitch;
    // The surface is lost when its formats are asked for, as it is where a card cannot show pictures to this compositor.
    bool losesSurface;

    // Memory; without types it is lavapipe's.
    uint32_t heapCount, typeCount;
    VkMemoryHeap heaps[MAX_MEMORIES];
    VkMemoryType types[MAX_MEMORIES];
    // The number of bytes that a heap has left for us; 0 for all.
    VkDeviceSize room[MAX_MEMORIES];
    // The types that imported memory can have; 0 for all.
    uint32_t importTypes;
    // The device that the second physical device plays; NULL for the same.
    const char *second;
} Profile;

// Failures at a call, with any of the devices: `pi+lost:7`.
typedef struct Failure {
    VkResult result;   // VK_SUCCESS for none.
    uint64_t at[MAX_FAILURES];  // The numbers of the calls, from 1; 0 counts only.
    const char *name;  // "lost", "oom", "hang" or "timeout".
    bool hangs;        // The call never returns.
    // The calls are submissions; from one of these on its device is never done with what it gets.
    bool timesOut;
    // The numbers of the openings and of the ends of devices that never return; 0 for none.
    uint64_t opening, closing;
} Failure;

// Reads the environment on the first call. Returns NULL where it names no device that we know, after words on standard error.
const Profile *chosenProfile(void);
const Profile *profileNamed(const char *name, size_t length);
const Failure *chosenFailure(void);
// The device that the physical device at a place of the driver's list plays.
const Profile *profileAt(const Profile *chosen, uint32_t place);

bool lacks(const Profile *profile, const char *extension);
// The extensions that the layer adds to lavapipe's, ended by NULL.
const char *const *addedExtensions(const Profile *profile, uint32_t place);
bool isAdded(const Profile *profile, uint32_t place, const char *extension);
// True where commands of Vulkan 1.3 are unknown to the device.
bool isBefore13(const Profile *profile);
// The numbers of the device's nodes that VIEWFINDER_LAYER_DRM gives; false where it gives none.
bool drmNodes(uint32_t place, VkPhysicalDeviceDrmPropertiesEXT *nodes);

// MARK: Instances and devices (dispatch.c)

#define INSTANCE_COMMANDS(X) \
    X(DestroyInstance) X(EnumeratePhysicalDevices) X(EnumerateDeviceExtensionProperties) X(GetPhysicalDeviceProperties) \
    X(GetPhysicalDeviceProperties2) X(GetPhysicalDeviceFeatures) X(GetPhysicalDeviceFeatures2) \
    X(GetPhysicalDeviceMemoryProperties) X(GetPhysicalDeviceMemoryProperties2) X(GetPhysicalDeviceFormatProperties) \
    X(GetPhysicalDeviceFormatProperties2) X(GetPhysicalDeviceImageFormatProperties) \
    X(GetPhysicalDeviceImageFormatProperties2) X(GetPhysicalDeviceExternalBufferProperties) \
    X(GetPhysicalDeviceSurfaceFormatsKHR) X(GetPhysicalDeviceSurfaceFormats2KHR) X(CreateDevice) X(CreateWaylandSurfaceKHR) \
    X(DestroySurfaceKHR)

#define DEVICE_COMMANDS(X) \
    X(DestroyDevice) X(AllocateMemory) X(FreeMemory) X(MapMemory) X(UnmapMemory) X(FlushMappedMemoryRanges) \
    X(InvalidateMappedMemoryRanges) X(GetBufferMemoryRequirements) X(GetBufferMemoryRequirements2) \
    X(GetImageMemoryRequirements) X(GetImageMemoryRequirements2) X(GetDeviceBufferMemoryRequirements) \
    X(GetDeviceImageMemoryRequirements) X(BindBufferMemory) X(BindImageMemory) X(BindImageMemory2) X(CreateBuffer) \
    X(CreateImage) X(DestroyImage) X(GetImageSubresourceLayout) X(GetMemoryHostPointerPropertiesEXT) X(GetMemoryFdPropertiesKHR) \
    X(QueueSubmit) X(QueueSubmit2) X(QueueWaitIdle) X(DeviceWaitIdle) X(WaitForFences) X(GetFenceStatus) \
    X(GetQueryPoolResults) X(QueuePresentKHR) X(AcquireNextImageKHR) X(AllocateDescriptorSets) X(AllocateCommandBuffers) \
    X(BeginCommandBuffer) X(EndCommandBuffer) X(CreateComputePipelines) X(CreateGraphicsPipelines) X(CreateSwapchainKHR) \
    X(DestroyFence) \
    X(SetDebugUtilsObjectNameEXT) X(CmdBeginDebugUtilsLabelEXT) X(CmdEndDebugUtilsLabelEXT)

// Commands that make one object of one description, which the layer only lets fail.
#define MAKING_COMMANDS(X) \
    X(ImageView) X(ShaderModule) X(DescriptorPool) X(DescriptorSetLayout) X(PipelineLayout) X(Fence) X(Semaphore) X(Sampler) \
    X(CommandPool) X(QueryPool) X(Event)

typedef struct Instance {
    void *key;
    VkInstance handle;
    PFN_vkGetInstanceProcAddr next;
#define X(name) PFN_vk##name name;
    INSTANCE_COMMANDS(X)
#undef X
    uint32_t deviceCount;
    VkPhysicalDevice devices[8];
    struct Instance *following;
} Instance;

typedef struct Device {
    void *key;
    VkDevice handle;
    Instance *instance;
    VkPhysicalDevice physical;
    const Profile *profile;
    uint32_t place;
    PFN_vkGetDeviceProcAddr next;
#define X(name) PFN_vk##name name;
    DEVICE_COMMANDS(X)
#undef X
#define X(type) PFN_vkCreate##type Create##type;
    MAKING_COMMANDS(X)
#undef X
    // It was lost, and answers with that from now on.
    bool isLost;
    // It is never done with what it gets from now on, and the fences that it will not signal.
    bool isStuck;
    size_t stuckCount;
    VkFence *stuck;
    // The bytes of each heap that are in use.
    VkDeviceSize used[MAX_MEMORIES];
    // The number of submissions, for the choice of lines that stay old.
    uint64_t submissions;
    struct Device *following;
} Device;

// The owner of a handle that can be dispatched: an instance or physical device; a device, queue or command buffer.
Instance *instanceOf(const void *handle);
Device *deviceOf(const void *handle);
const Profile *profileOf(VkPhysicalDevice physical, uint32_t *place);

typedef struct Command {
    const char *name;
    PFN_vkVoidFunction function;
} Command;

// The layer's own commands by the files that have them, each list ended by an empty name.
extern const Command factCommands[], memoryCommands[], importCommands[], failureCommands[], nameCommands[], surfaceCommands[];
#define COMMAND(name, function) {"vk" name, (PFN_vkVoidFunction)(function)}

// MARK: Facts (facts.c)

VKAPI_ATTR VkResult VKAPI_CALL enumerateExtensions(
    VkPhysicalDevice physical, const char *layer, uint32_t *count, VkExtensionProperties *answer);

// MARK: Memory (memory.c)

typedef struct Memory {
    VkDeviceMemory handle;
    Device *device;
    VkDeviceSize size;
    uint32_t type;
    // What the processor sees of memory that is not coherent, and what was there when both were last the same; NULL while not mapped.
    unsigned char *seen, *agreed, *real;
    VkDeviceSize mappedFrom, mappedSize;
    // Memory of others: their pages, and our copy of these, which is what the device reads; NULL for memory of our own.
    const unsigned char *pages;
    unsigned char *copy;
    bool isFile;  // The pages are a mapping of ours.
    struct Memory *following;
} Memory;

// Guards all lists of objects and what is in them.
extern pthread_mutex_t objects;
extern Memory *memories;
Memory *memoryOf(VkDeviceMemory handle);
// The types that memory of ours can have, as a bit for each.
uint32_t allTypes(const Device *device, uint32_t bits);

// MARK: Memory of others (imports.c)

typedef struct Import {
    const void *pages;
    int descriptor;
    bool isFile;
} Import;

// Tells whether an allocation takes memory of others that the layer itself has to look after.
bool findImport(const Device *device, const VkMemoryAllocateInfo *info, Import *import);
VkResult adoptImport(Memory *memory, const Import *import);
void dropImport(Memory *memory);
// Brings the device's copies of all imports up to date, as far as the profile lets it; called before each submission.
void refreshImports(Device *device, VkQueue queue);
bool foreignRequirements(VkImage image, VkMemoryRequirements *requirements);

// MARK: Failures (failures.c)

// The failures that a command's page in the specification lists.
typedef enum Kinds { MEMORY = 1, LOSS = 2 } Kinds;

// Counts a call where the chosen failure can happen to it, and gives the result that it must have; VK_SUCCESS to let it pass.
VkResult failureOf(Device *device, Kinds kinds);
// Writes the number of calls that were counted into VIEWFINDER_LAYER_REPORT.
void reportFailures(void);

// Never returns where the device is never done; a driver waits for it before it lets its memory go.
void waitForStuck(Device *device);
// Says that the program has done what the specification or the compositor forbids, and ends it.
__attribute__((noreturn)) void forbid(const char *words);

// MARK: Surfaces (surfaces.c)

// Looks at a swapchain that is to be made, and takes note of one that was.
void judgeSwapchain(VkSurfaceKHR surface);
void noteSwapchain(VkSurfaceKHR surface);

// MARK: Names (names.c)

// Takes note of an object that was made; the kind is a literal.
void noteMade(Device *device, uint64_t handle, const char *kind);
// Writes what a device's objects and regions are called, before it ends.
void reportNames(Device *device);

// MARK: Chains

static inline const void *findInChain(const void *chain, VkStructureType type) {
    for (const VkBaseInStructure *entry = chain; entry; entry = entry->pNext)
        if (entry->sType == type) return entry;
    return NULL;
}

#endif
