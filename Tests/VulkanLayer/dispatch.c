// The layer's place in the chain: it is asked for each command by name, and gives its own or the one of the driver below.
#include "layer.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lists = PTHREAD_MUTEX_INITIALIZER;
static Instance *instances;
static Device *devices;

// What the loader's table of an instance or a device can be told by; all handles of one have the same.
static void *keyOf(const void *handle) { return *(void *const *)handle; }

Instance *instanceOf(const void *handle) {
    pthread_mutex_lock(&lists);
    Instance *found = instances;
    while (found && found->key != keyOf(handle)) found = found->following;
    pthread_mutex_unlock(&lists);
    return found;
}

Device *deviceOf(const void *handle) {
    pthread_mutex_lock(&lists);
    Device *found = devices;
    while (found && found->key != keyOf(handle)) found = found->following;
    pthread_mutex_unlock(&lists);
    return found;
}

const Profile *profileOf(VkPhysicalDevice physical, uint32_t *place) {
    Instance *instance = instanceOf(physical);
    *place = 0;
    for (uint32_t index = 0; index < instance->deviceCount; index++)
        if (instance->devices[index] == physical) *place = index;
    return profileAt(chosenProfile(), *place);
}

// MARK: Instances

static void readDevices(Instance *instance) {
    instance->deviceCount = LENGTH(instance->devices);
    if (instance->EnumeratePhysicalDevices(instance->handle, &instance->deviceCount, instance->devices) < 0) instance->deviceCount = 0;
}

static VKAPI_ATTR VkResult VKAPI_CALL createInstance(
    const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator, VkInstance *handle) {
    if (!chosenProfile()) return VK_ERROR_INITIALIZATION_FAILED;
    // The loader's structure has the next function; each layer leaves in it the place of the one below.
    VkLayerInstanceCreateInfo *link = (VkLayerInstanceCreateInfo *)(uintptr_t)info->pNext;
    while (link && !(link->sType == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO && link->function == VK_LAYER_LINK_INFO))
        link = (VkLayerInstanceCreateInfo *)(uintptr_t)link->pNext;
    if (!link) return VK_ERROR_INITIALIZATION_FAILED;
    PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)next(NULL, "vkCreateInstance");
    if (!create) return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = create(info, allocator, handle);
    if (result != VK_SUCCESS) return result;
    Instance *instance = calloc(1, sizeof *instance);
    if (!instance) return VK_ERROR_OUT_OF_HOST_MEMORY;
    instance->key = keyOf(*handle);
    instance->handle = *handle;
    instance->next = next;
#define X(name) instance->name = (PFN_vk##name)next(*handle, "vk" #name);
    INSTANCE_COMMANDS(X)
#undef X
    pthread_mutex_lock(&lists);
    instance->following = instances;
    instances = instance;
    pthread_mutex_unlock(&lists);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroyInstance(VkInstance handle, const VkAllocationCallbacks *allocator) {
    if (!handle) return;
    Instance *instance = instanceOf(handle);
    pthread_mutex_lock(&lists);
    Instance **place = &instances;
    while (*place != instance) place = &(*place)->following;
    *place = instance->following;
    pthread_mutex_unlock(&lists);
    instance->DestroyInstance(handle, allocator);
    free(instance);
    reportFailures();
}

static VKAPI_ATTR VkResult VKAPI_CALL enumeratePhysicalDevices(VkInstance handle, uint32_t *count, VkPhysicalDevice *physical) {
    Instance *instance = instanceOf(handle);
    VkResult result = instance->EnumeratePhysicalDevices(handle, count, physical);
    if (result >= 0 && physical) {
        pthread_mutex_lock(&lists);
        readDevices(instance);
        pthread_mutex_unlock(&lists);
    }
    return result;
}

// MARK: Devices

// Tells whether a device that is asked for features or extensions has them all.
static VkResult judge(VkPhysicalDevice physical, const Profile *profile, const VkDeviceCreateInfo *info) {
    uint32_t count = 0;
    enumerateExtensions(physical, NULL, &count, NULL);
    VkExtensionProperties *offered = calloc(count, sizeof *offered);
    if (!offered) return VK_ERROR_OUT_OF_HOST_MEMORY;
    enumerateExtensions(physical, NULL, &count, offered);
    VkResult result = VK_SUCCESS;
    for (uint32_t index = 0; index < info->enabledExtensionCount; index++) {
        bool found = false;
        for (uint32_t each = 0; each < count; each++)
            found = found || strcmp(offered[each].extensionName, info->ppEnabledExtensionNames[index]) == 0;
        if (!found) result = VK_ERROR_EXTENSION_NOT_PRESENT;
    }
    free(offered);
    // Mesa refuses a structure of features of a version that it does not have.
    if (isBefore13(profile) && findInChain(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES))
        return VK_ERROR_FEATURE_NOT_PRESENT;
    const VkPhysicalDeviceFeatures2 *wrapped = findInChain(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    const VkPhysicalDeviceFeatures *features = wrapped ? &wrapped->features : info->pEnabledFeatures;
    if (features && profile->lacksWideNumbers && (features->shaderInt64 || features->shaderFloat64 || features->shaderInt16))
        return VK_ERROR_FEATURE_NOT_PRESENT;
    if (profile->wantsRobustAccess && !(features && features->robustBufferAccess)) return VK_ERROR_INITIALIZATION_FAILED;
    return result;
}

static void freeDevice(Device *device) {
    pthread_mutex_lock(&lists);
    Device **place = &devices;
    while (*place && *place != device) place = &(*place)->following;
    if (*place) *place = device->following;
    pthread_mutex_unlock(&lists);
    free(device->stuck);
    free(device);
}

static atomic_ullong openings, closings;

// Counts a call, and never returns from the one that was chosen, which is told: the loader keeps its lock meanwhile.
static void hangAt(atomic_ullong *count, uint64_t number, const char *words) {
    uint64_t call = atomic_fetch_add(count, 1) + 1;
    if (call == number) fprintf(stderr, "%s: %s hangs\n", LAYER_NAME, words);
    while (call == number) pause();
}

static VKAPI_ATTR VkResult VKAPI_CALL createDevice(
    VkPhysicalDevice physical, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *allocator, VkDevice *handle) {
    Instance *instance = instanceOf(physical);
    uint32_t place;
    const Profile *profile = profileOf(physical, &place);
    VkLayerDeviceCreateInfo *link = (VkLayerDeviceCreateInfo *)(uintptr_t)info->pNext;
    while (link && !(link->sType == VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO && link->function == VK_LAYER_LINK_INFO))
        link = (VkLayerDeviceCreateInfo *)(uintptr_t)link->pNext;
    if (!link) return VK_ERROR_INITIALIZATION_FAILED;
    PFN_vkGetInstanceProcAddr instanceNext = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    PFN_vkGetDeviceProcAddr next = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;

    VkResult result = judge(physical, profile, info);
    if (result == VK_SUCCESS) hangAt(&openings, chosenFailure()->opening, "vkCreateDevice");
    if (result == VK_SUCCESS) result = failureOf(NULL, MEMORY | LOSS);
    if (result != VK_SUCCESS) return result;
    // lavapipe does not hear of what the layer itself adds.
    const char **names = calloc(info->enabledExtensionCount + 1, sizeof *names);
    Device *device = calloc(1, sizeof *device);
    if (!names || !device) return free((void *)names), free(device), VK_ERROR_OUT_OF_HOST_MEMORY;
    VkDeviceCreateInfo below = *info;
    below.enabledExtensionCount = 0;
    below.ppEnabledExtensionNames = names;
    for (uint32_t index = 0; index < info->enabledExtensionCount; index++)
        if (!isAdded(profile, place, info->ppEnabledExtensionNames[index]))
            names[below.enabledExtensionCount++] = info->ppEnabledExtensionNames[index];
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)instanceNext(instance->handle, "vkCreateDevice");
    result = create(physical, &below, allocator, handle);
    free((void *)names);
    if (result != VK_SUCCESS) return free(device), result;

    device->key = keyOf(*handle);
    device->handle = *handle;
    device->instance = instance;
    device->physical = physical;
    device->profile = profile;
    device->place = place;
    device->next = next;
    // For a program of Vulkan 1.2 the driver has what came later under its extension's name alone.
#define X(name) \
    device->name = (PFN_vk##name)next(*handle, "vk" #name); \
    if (!device->name) device->name = (PFN_vk##name)next(*handle, "vk" #name "KHR");
    DEVICE_COMMANDS(X)
#undef X
#define X(type) device->Create##type = (PFN_vkCreate##type)next(*handle, "vkCreate" #type);
    MAKING_COMMANDS(X)
#undef X
    pthread_mutex_lock(&lists);
    device->following = devices;
    devices = device;
    pthread_mutex_unlock(&lists);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroyDevice(VkDevice handle, const VkAllocationCallbacks *allocator) {
    if (!handle) return;
    Device *device = deviceOf(handle);
    waitForStuck(device);
    hangAt(&closings, chosenFailure()->closing, "vkDestroyDevice");
    reportNames(device);
    device->DestroyDevice(handle, allocator);
    freeDevice(device);
}

// MARK: Commands by name

static const Command *const ownCommands[] = {factCommands, memoryCommands, importCommands, failureCommands, nameCommands, surfaceCommands};

// Finds a command of the layer's; what Vulkan has made its own under a shorter name is one command.
static PFN_vkVoidFunction ownCommand(const char *name) {
    size_t length = strlen(name);
    for (size_t list = 0; list < LENGTH(ownCommands); list++)
        for (const Command *command = ownCommands[list]; command->name; command++) {
            if (strcmp(name, command->name) == 0) return command->function;
            size_t core = strlen(command->name);
            if (length == core + 3 && strncmp(name, command->name, core) == 0 && strcmp(name + core, "KHR") == 0)
                return command->function;
        }
    return NULL;
}

// The commands that came with Vulkan 1.3: a device of an earlier version has them under their extensions' names at most.
static bool isOf13(const char *name) {
    static const char *const names[] = {
        "vkQueueSubmit2", "vkCmdBeginRendering", "vkCmdEndRendering", "vkCmdPipelineBarrier2", "vkCmdWriteTimestamp2", "vkCmdSetEvent2",
        "vkCmdResetEvent2", "vkCmdWaitEvents2", "vkCmdCopyBuffer2", "vkCmdCopyImage2", "vkCmdCopyBufferToImage2",
        "vkCmdCopyImageToBuffer2", "vkCmdBlitImage2", "vkCmdResolveImage2", "vkCmdSetCullMode", "vkCmdSetFrontFace",
        "vkCmdSetPrimitiveTopology", "vkCmdSetViewportWithCount", "vkCmdSetScissorWithCount", "vkCmdBindVertexBuffers2",
        "vkCmdSetDepthTestEnable", "vkCmdSetDepthWriteEnable", "vkCmdSetDepthCompareOp", "vkCmdSetDepthBoundsTestEnable",
        "vkCmdSetStencilTestEnable", "vkCmdSetStencilOp", "vkCmdSetRasterizerDiscardEnable", "vkCmdSetDepthBiasEnable",
        "vkCmdSetPrimitiveRestartEnable", "vkCreatePrivateDataSlot", "vkDestroyPrivateDataSlot", "vkSetPrivateData", "vkGetPrivateData",
        "vkGetDeviceBufferMemoryRequirements", "vkGetDeviceImageMemoryRequirements", "vkGetDeviceImageSparseMemoryRequirements",
        "vkGetPhysicalDeviceToolProperties"};
    for (size_t index = 0; index < LENGTH(names); index++)
        if (strcmp(names[index], name) == 0) return true;
    return false;
}

static bool isWithheld(const Profile *profile, const char *name) {
    if (isBefore13(profile) && isOf13(name)) return true;
    if (strcmp(name, "vkCmdPushDescriptorSetKHR") == 0) return lacks(profile, "VK_KHR_push_descriptor");
    if (strcmp(name, "vkGetMemoryHostPointerPropertiesEXT") == 0) return lacks(profile, "VK_EXT_external_memory_host");
    return false;
}

// Not under Vulkan's names: a program that is linked with the loader would get the loader's functions for them.
static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getDeviceCommand(VkDevice handle, const char *name);
static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getInstanceCommand(VkInstance handle, const char *name);

static const Command chain[] = {
    COMMAND("CreateInstance", createInstance), COMMAND("DestroyInstance", destroyInstance),
    COMMAND("EnumeratePhysicalDevices", enumeratePhysicalDevices), COMMAND("CreateDevice", createDevice),
    COMMAND("GetInstanceProcAddr", getInstanceCommand), COMMAND("GetDeviceProcAddr", getDeviceCommand),
    COMMAND("DestroyDevice", destroyDevice),
};

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getDeviceCommand(VkDevice handle, const char *name) {
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)getDeviceCommand;
    if (strcmp(name, "vkDestroyDevice") == 0) return (PFN_vkVoidFunction)destroyDevice;
    Device *device = deviceOf(handle);
    if (!device || isWithheld(device->profile, name)) return NULL;
    PFN_vkVoidFunction below = device->next(handle, name), own = ownCommand(name);
    // What the driver does not have the layer does not have either, but for what it adds itself, and names, which the loader keeps
    // from a driver that knows none.
    bool adds = (device->profile->dmabufs && strcmp(name, "vkGetImageDrmFormatModifierPropertiesEXT") == 0) || strstr(name, "DebugUtils");
    return own && (below || adds) ? own : below;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getInstanceCommand(VkInstance handle, const char *name) {
    for (size_t index = 0; index < LENGTH(chain); index++)
        if (strcmp(chain[index].name, name) == 0) return chain[index].function;
    PFN_vkVoidFunction own = ownCommand(name);
    if (!handle) return own;
    Instance *instance = instanceOf(handle);
    if (!instance) return NULL;
    PFN_vkVoidFunction below = instance->next(handle, name);
    bool adds = strcmp(name, "vkGetImageDrmFormatModifierPropertiesEXT") == 0;
    return own && (below || adds) ? own : below;
}

// Visible without VK_LAYER_EXPORT, which later headers have no more.
__attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *answer) {
    if (answer->loaderLayerInterfaceVersion < 2) return VK_ERROR_INITIALIZATION_FAILED;
    answer->loaderLayerInterfaceVersion = 2;
    answer->pfnGetInstanceProcAddr = getInstanceCommand;
    answer->pfnGetDeviceProcAddr = getDeviceCommand;
    answer->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
