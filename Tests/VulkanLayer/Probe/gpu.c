#include "gpu.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

static VKAPI_ATTR VkBool32 VKAPI_CALL hear(
    VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
    const VkDebugUtilsMessengerCallbackDataEXT *data, void *context) {
    (void)severity, (void)types;
    ((GPU *)context)->messages++;
    printf("validation: %s\n", data->pMessageIdName ? data->pMessageIdName : data->pMessage);
    return VK_FALSE;
}

GPU startInstance(bool validates) {
    GPU gpu = {0};
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    const char *layers[] = {"VK_LAYER_KHRONOS_validation"}, *extensions[] = {"VK_KHR_surface", "VK_EXT_debug_utils"};
    VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application, .enabledLayerCount = validates,
        .ppEnabledLayerNames = layers, .enabledExtensionCount = validates ? 2 : 1, .ppEnabledExtensionNames = extensions};
    VkResult result = vkCreateInstance(&info, NULL, &gpu.instance);
    EXPECT(result == VK_SUCCESS, "vkCreateInstance: %d", result);
    gpu.deviceCount = sizeof gpu.devices / sizeof *gpu.devices;
    result = vkEnumeratePhysicalDevices(gpu.instance, &gpu.deviceCount, gpu.devices);
    EXPECT(result == VK_SUCCESS && gpu.deviceCount > 0, "vkEnumeratePhysicalDevices: %d", result);
    gpu.physical = gpu.devices[0];
    return gpu;
}

bool hasExtension(const GPU *gpu, const char *name) {
    uint32_t count = 0;
    vkEnumerateDeviceExtensionProperties(gpu->physical, NULL, &count, NULL);
    VkExtensionProperties *all = calloc(count, sizeof *all);
    vkEnumerateDeviceExtensionProperties(gpu->physical, NULL, &count, all);
    bool found = false;
    for (uint32_t index = 0; index < count; index++) found = found || strcmp(all[index].extensionName, name) == 0;
    free(all);
    return found;
}

VkResult tryToOpen(GPU *gpu, bool isRobust) {
    // The messenger needs the place where the caller keeps this.
    PFN_vkCreateDebugUtilsMessengerEXT listen =
        (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(gpu->instance, "vkCreateDebugUtilsMessengerEXT");
    VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT, .pfnUserCallback = hear, .pUserData = gpu};
    if (listen) listen(gpu->instance, &messenger, NULL, &gpu->messenger);
    static const char *const wished[] = {
        "VK_KHR_dynamic_rendering", "VK_KHR_synchronization2", "VK_KHR_external_memory_fd", "VK_EXT_external_memory_dma_buf",
        "VK_EXT_image_drm_format_modifier", "VK_EXT_queue_family_foreign", "VK_EXT_external_memory_host"};
    const char *names[sizeof wished / sizeof *wished];
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkPhysicalDeviceSynchronization2Features synchronization = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES, .synchronization2 = VK_TRUE};
    VkPhysicalDeviceDynamicRenderingFeatures rendering = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES, .pNext = &synchronization, .dynamicRendering = VK_TRUE};
    VkPhysicalDeviceFeatures features = {.robustBufferAccess = isRobust};
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &rendering, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue,
        .ppEnabledExtensionNames = names, .pEnabledFeatures = &features};
    for (size_t index = 0; index < sizeof wished / sizeof *wished; index++)
        if (hasExtension(gpu, wished[index])) names[info.enabledExtensionCount++] = wished[index];
    return vkCreateDevice(gpu->physical, &info, NULL, &gpu->device);
}

void openDevice(GPU *gpu) {
    VkResult result = tryToOpen(gpu, true);
    EXPECT(result == VK_SUCCESS, "vkCreateDevice: %d", result);
    vkGetDeviceQueue(gpu->device, 0, 0, &gpu->queue);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    EXPECT(vkCreateCommandPool(gpu->device, &pool, NULL, &gpu->pool) == VK_SUCCESS, "no command pool");
}

// MARK: Memory

uint32_t memoryType(const GPU *gpu, VkMemoryPropertyFlags flags, bool exactly) {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(gpu->physical, &memory);
    for (uint32_t type = 0; type < memory.memoryTypeCount; type++) {
        VkMemoryPropertyFlags has = memory.memoryTypes[type].propertyFlags;
        if (exactly ? has == flags : (has & flags) == flags) return type;
    }
    return UINT32_MAX;
}

static VkBuffer rawBuffer(const GPU *gpu, size_t count, VkExternalMemoryHandleTypeFlags handles) {
    VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO, .handleTypes = handles};
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .pNext = handles ? &external : NULL, .size = count,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    VkBuffer buffer = VK_NULL_HANDLE;
    VkResult result = vkCreateBuffer(gpu->device, &info, NULL, &buffer);
    EXPECT(result == VK_SUCCESS, "vkCreateBuffer: %d", result);
    return buffer;
}

Buffer makeBuffer(const GPU *gpu, size_t count, uint32_t type, bool isMapped) {
    Buffer made = {.buffer = rawBuffer(gpu, count, 0), .count = count};
    VkMemoryRequirements requirements;
    vkGetBufferMemoryRequirements(gpu->device, made.buffer, &requirements);
    EXPECT(requirements.memoryTypeBits >> type & 1, "a buffer cannot have memory of type %u", type);
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = requirements.size, .memoryTypeIndex = type};
    VkResult result = vkAllocateMemory(gpu->device, &info, NULL, &made.memory);
    EXPECT(result == VK_SUCCESS, "vkAllocateMemory: %d", result);
    EXPECT(vkBindBufferMemory(gpu->device, made.buffer, made.memory, 0) == VK_SUCCESS, "vkBindBufferMemory");
    void *bytes = NULL;
    if (isMapped) EXPECT(vkMapMemory(gpu->device, made.memory, 0, VK_WHOLE_SIZE, 0, &bytes) == VK_SUCCESS, "vkMapMemory");
    made.bytes = bytes;
    return made;
}

static VkResult import(
    const GPU *gpu, const void *source, uint32_t types, VkExternalMemoryHandleTypeFlags handle, size_t count, Buffer *made) {
    *made = (Buffer){.buffer = rawBuffer(gpu, count, handle), .count = count};
    VkMemoryRequirements requirements;
    vkGetBufferMemoryRequirements(gpu->device, made->buffer, &requirements);
    uint32_t type = 0;
    while (type < 32 && !((types & requirements.memoryTypeBits) >> type & 1)) type++;
    EXPECT(type < 32, "no type of memory fits an import");
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = source, .allocationSize = count, .memoryTypeIndex = type};
    VkResult result = vkAllocateMemory(gpu->device, &info, NULL, &made->memory);
    if (result == VK_SUCCESS) result = vkBindBufferMemory(gpu->device, made->buffer, made->memory, 0);
    return result;
}

VkResult importFile(const GPU *gpu, int file, size_t count, Buffer *made) {
    PFN_vkGetMemoryFdPropertiesKHR ask =
        (PFN_vkGetMemoryFdPropertiesKHR)vkGetDeviceProcAddr(gpu->device, "vkGetMemoryFdPropertiesKHR");
    VkMemoryFdPropertiesKHR properties = {.sType = VK_STRUCTURE_TYPE_MEMORY_FD_PROPERTIES_KHR};
    VkExternalMemoryHandleTypeFlagBits handle = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT;
    VkResult result = ask(gpu->device, handle, file, &properties);
    if (result != VK_SUCCESS) return result;
    VkImportMemoryFdInfoKHR source = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR, .handleType = handle, .fd = dup(file)};
    return import(gpu, &source, properties.memoryTypeBits, handle, count, made);
}

VkResult importPages(const GPU *gpu, void *pages, size_t count, Buffer *made) {
    PFN_vkGetMemoryHostPointerPropertiesEXT ask =
        (PFN_vkGetMemoryHostPointerPropertiesEXT)vkGetDeviceProcAddr(gpu->device, "vkGetMemoryHostPointerPropertiesEXT");
    VkMemoryHostPointerPropertiesEXT properties = {.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT};
    VkExternalMemoryHandleTypeFlagBits handle = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
    VkResult result = ask(gpu->device, handle, pages, &properties);
    if (result != VK_SUCCESS) return result;
    VkImportMemoryHostPointerInfoEXT source = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT, .handleType = handle, .pHostPointer = pages};
    return import(gpu, &source, properties.memoryTypeBits, handle, count, made);
}

void freeBuffer(const GPU *gpu, Buffer *buffer) {
    vkDestroyBuffer(gpu->device, buffer->buffer, NULL);
    vkFreeMemory(gpu->device, buffer->memory, NULL);
    *buffer = (Buffer){0};
}

// MARK: Work

static VkCommandBuffer begin(const GPU *gpu) {
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = gpu->pool, .commandBufferCount = 1};
    VkCommandBuffer commands;
    EXPECT(vkAllocateCommandBuffers(gpu->device, &info, &commands) == VK_SUCCESS, "no command buffer");
    VkCommandBufferBeginInfo start = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    vkBeginCommandBuffer(commands, &start);
    return commands;
}

static VkResult run(const GPU *gpu, VkCommandBuffer commands) {
    if (commands) vkEndCommandBuffer(commands);
    VkFenceCreateInfo description = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence;
    VkResult result = vkCreateFence(gpu->device, &description, NULL, &fence);
    if (result != VK_SUCCESS) return result;
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = commands ? 1 : 0, .pCommandBuffers = &commands};
    result = vkQueueSubmit(gpu->queue, 1, &info, fence);
    if (result == VK_SUCCESS) result = vkWaitForFences(gpu->device, 1, &fence, VK_TRUE, 10000000000);
    vkDestroyFence(gpu->device, fence, NULL);
    if (commands) vkFreeCommandBuffers(gpu->device, gpu->pool, 1, &commands);
    return result;
}

VkResult submitNothing(const GPU *gpu) { return run(gpu, VK_NULL_HANDLE); }

static void makeVisible(VkCommandBuffer commands) {
    VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    vkCmdPipelineBarrier(
        commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}

VkResult copyBuffer(const GPU *gpu, const Buffer *from, const Buffer *to) {
    VkCommandBuffer commands = begin(gpu);
    VkBufferCopy region = {0, 0, from->count < to->count ? from->count : to->count};
    vkCmdCopyBuffer(commands, from->buffer, to->buffer, 1, &region);
    makeVisible(commands);
    return run(gpu, commands);
}

VkResult copyImage(const GPU *gpu, VkImage from, VkExtent3D extent, const Buffer *to) {
    VkCommandBuffer commands = begin(gpu);
    bool knowsForeign = hasExtension(gpu, "VK_EXT_queue_family_foreign");
    VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT,
        .newLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, .image = from,
        .srcQueueFamilyIndex = knowsForeign ? VK_QUEUE_FAMILY_FOREIGN_EXT : VK_QUEUE_FAMILY_EXTERNAL,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    vkCmdPipelineBarrier(
        commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
    VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, .imageExtent = extent};
    vkCmdCopyImageToBuffer(commands, from, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to->buffer, 1, &region);
    makeVisible(commands);
    return run(gpu, commands);
}

// MARK: Memory of others

int makeFile(size_t count, unsigned char **bytes) {
    int file = memfd_create("probe", MFD_CLOEXEC);
    EXPECT(file >= 0 && ftruncate(file, (off_t)count) == 0, "no memory file");
    *bytes = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    EXPECT(*bytes != MAP_FAILED, "no mapping");
    return file;
}

void fillWithNoise(unsigned char *bytes, size_t count, uint32_t seed) {
    for (size_t index = 0; index < count; index++) {
        seed = seed * 1664525u + 1013904223u;
        bytes[index] = (unsigned char)(seed >> 24);
    }
}
