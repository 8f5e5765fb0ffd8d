// Looks at the tests' own Vulkan layer with bare Vulkan: whether the device that it plays says and does what its row says.
//
// usage: probe CHECK [NUMBER]
// It says what is wrong and ends with 1, or ends with 0.
#include "gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINE = 64, COUNT = 64 * 1024 };

static VkPhysicalDeviceProperties propertiesOf(const GPU *gpu) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(gpu->physical, &properties);
    return properties;
}

static VkDriverId driverOf(const GPU *gpu) {
    VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &driver};
    vkGetPhysicalDeviceProperties2(gpu->physical, &properties);
    return driver.driverID;
}

static const uint32_t all = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

static bool samplesRows(const GPU *gpu);

// MARK: Raspberry Pi

static void checkPi(int number) {
    (void)number;
    GPU gpu = startInstance(false);
    VkPhysicalDeviceProperties properties = propertiesOf(&gpu);
    EXPECT(strstr(properties.deviceName, "(profile pi)"), "the device is %s", properties.deviceName);
    EXPECT(properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, "its type is %d", properties.deviceType);
    EXPECT(VK_API_VERSION_MINOR(properties.apiVersion) == 2, "its version is 1.%u", VK_API_VERSION_MINOR(properties.apiVersion));
    EXPECT(properties.limits.maxImageDimension2D == 4096, "its images have %u", properties.limits.maxImageDimension2D);
    uint32_t buffers = properties.limits.maxPerStageDescriptorStorageBuffers;
    EXPECT(buffers == 8, "a stage has %u storage buffers", buffers);
    EXPECT(driverOf(&gpu) == VK_DRIVER_ID_MESA_V3DV, "its driver is %d", driverOf(&gpu));
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(gpu.physical, &memory);
    EXPECT(memory.memoryTypeCount == 1, "it has %u types of memory", memory.memoryTypeCount);
    EXPECT(memory.memoryTypes[0].propertyFlags == (all | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT), "it has other memory");
    EXPECT(!hasExtension(&gpu, "VK_KHR_push_descriptor"), "it has push descriptors");
    EXPECT(!hasExtension(&gpu, "VK_EXT_external_memory_host"), "it takes the processor's pages");
    EXPECT(hasExtension(&gpu, "VK_KHR_dynamic_rendering") && hasExtension(&gpu, "VK_KHR_synchronization2"), "it lacks what is needed");
    EXPECT(hasExtension(&gpu, "VK_EXT_external_memory_dma_buf"), "it lacks dma-bufs");
    EXPECT(!samplesRows(&gpu), "it samples plain rows");

    // What it lacks cannot be had.
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const char *names[] = {"VK_KHR_push_descriptor"};
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue,
        .enabledExtensionCount = 1, .ppEnabledExtensionNames = names};
    VkDevice device;
    EXPECT(vkCreateDevice(gpu.physical, &info, NULL, &device) == VK_ERROR_EXTENSION_NOT_PRESENT, "it took push descriptors");
    VkPhysicalDeviceVulkan13Features newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    info.enabledExtensionCount = 0;
    info.pNext = &newer;
    EXPECT(vkCreateDevice(gpu.physical, &info, NULL, &device) == VK_ERROR_FEATURE_NOT_PRESENT, "it took features of 1.3");
    openDevice(&gpu);
    EXPECT(!vkGetDeviceProcAddr(gpu.device, "vkQueueSubmit2"), "it knows vkQueueSubmit2");
    EXPECT(!vkGetDeviceProcAddr(gpu.device, "vkCmdBeginRendering"), "it knows vkCmdBeginRendering");
    EXPECT(!vkGetDeviceProcAddr(gpu.device, "vkCmdPushDescriptorSetKHR"), "it knows vkCmdPushDescriptorSetKHR");
    EXPECT(vkGetDeviceProcAddr(gpu.device, "vkQueueSubmit2KHR"), "it does not know vkQueueSubmit2KHR");
    EXPECT(vkGetDeviceProcAddr(gpu.device, "vkCmdBeginRenderingKHR"), "it does not know vkCmdBeginRenderingKHR");
}

// MARK: Validation sees the device that is played

static int layoutMessages(GPU *gpu, uint32_t count) {
    VkDescriptorSetLayoutBinding bindings[16];
    for (uint32_t index = 0; index < count; index++)
        bindings[index] = (VkDescriptorSetLayoutBinding){
            index, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = count, .pBindings = bindings};
    VkDescriptorSetLayout set;
    EXPECT(vkCreateDescriptorSetLayout(gpu->device, &info, NULL, &set) == VK_SUCCESS, "no set layout");
    VkPipelineLayoutCreateInfo whole = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set};
    VkPipelineLayout layout = VK_NULL_HANDLE;
    gpu->messages = 0;
    vkCreatePipelineLayout(gpu->device, &whole, NULL, &layout);
    vkDestroyPipelineLayout(gpu->device, layout, NULL);
    vkDestroyDescriptorSetLayout(gpu->device, set, NULL);
    return gpu->messages;
}

static int imageMessages(GPU *gpu, uint32_t side) {
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R8_UNORM,
        .extent = {side, 1, 1}, .mipLevels = 1, .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT,
        .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    VkImage image = VK_NULL_HANDLE;
    gpu->messages = 0;
    if (vkCreateImage(gpu->device, &info, NULL, &image) == VK_SUCCESS) vkDestroyImage(gpu->device, image, NULL);
    return gpu->messages;
}

static void checkBeyond(int number) {
    (void)number;
    GPU gpu = startInstance(true);
    openDevice(&gpu);
    EXPECT(imageMessages(&gpu, 4096) == 0, "an image within the limit is an error");
    EXPECT(imageMessages(&gpu, 4097) > 0, "an image beyond the limit is no error: the layer is not below the validation layer");
    EXPECT(layoutMessages(&gpu, 8) == 0, "buffers within the limit are an error");
    EXPECT(layoutMessages(&gpu, 9) > 0, "buffers beyond the limit are no error");
}

// A device that a wrong read would take with it does not open without robust access.
static void checkRobust(int number) {
    (void)number;
    GPU gpu = startInstance(false);
    VkResult result = tryToOpen(&gpu, false);
    EXPECT(result == VK_ERROR_INITIALIZATION_FAILED, "without robust access it is opened: %d", result);
    openDevice(&gpu);
}

// MARK: Memory of others

// Counts the lines that differ, and fails where one of them is not as it was before.
static int oldLines(const unsigned char *seen, const unsigned char *before, const unsigned char *now) {
    int old = 0;
    for (size_t from = 0; from < COUNT; from += LINE) {
        if (memcmp(seen + from, now + from, LINE) == 0) continue;
        EXPECT(memcmp(seen + from, before + from, LINE) == 0, "the line at %zu is neither the new nor the old one", from);
        old++;
    }
    return old;
}

static void checkLines(GPU *gpu, Buffer *source, unsigned char *pages, bool isStale) {
    static unsigned char before[COUNT];
    Buffer target = makeBuffer(gpu, COUNT, memoryType(gpu, all, false), true);
    EXPECT(copyBuffer(gpu, source, &target) == VK_SUCCESS, "no copy");
    EXPECT(memcmp(target.bytes, pages, COUNT) == 0, "the first copy differs");
    int total = 0;
    for (uint32_t round = 0; round < 20; round++) {
        memcpy(before, pages, COUNT);
        fillWithNoise(pages, COUNT, 100 + round);
        EXPECT(copyBuffer(gpu, source, &target) == VK_SUCCESS, "no copy");
        int old = oldLines(target.bytes, before, pages);
        EXPECT(old < COUNT / LINE / 2, "%d of %d lines are old", old, COUNT / LINE);
        total += old;
        // Caches give their lines back by and by.
        for (int again = 0; again < 30; again++) EXPECT(copyBuffer(gpu, source, &target) == VK_SUCCESS, "no copy");
        EXPECT(memcmp(target.bytes, pages, COUNT) == 0, "lines stay old");
    }
    EXPECT(isStale == (total > 0), "%d lines were old", total);
    printf("%d of %d lines were old\n", total, 20 * COUNT / LINE);
    freeBuffer(gpu, &target);
}

static void checkImports(bool isStale) {
    GPU gpu = startInstance(false);
    openDevice(&gpu);
    unsigned char *pages;
    int file = makeFile(COUNT, &pages);
    fillWithNoise(pages, COUNT, 1);
    Buffer source;
    VkResult result = importFile(&gpu, file, COUNT, &source);
    EXPECT(result == VK_SUCCESS, "the import of a file: %d", result);
    checkLines(&gpu, &source, pages, isStale);
    freeBuffer(&gpu, &source);
    if (hasExtension(&gpu, "VK_EXT_external_memory_host")) {
        unsigned char *own = aligned_alloc(4096, COUNT);
        fillWithNoise(own, COUNT, 2);
        result = importPages(&gpu, own, COUNT, &source);
        EXPECT(result == VK_SUCCESS, "the import of pages: %d", result);
        checkLines(&gpu, &source, own, isStale);
        freeBuffer(&gpu, &source);
    }
    // Memory that is smaller than what is asked for is refused.
    EXPECT(importFile(&gpu, file, 2 * COUNT, &source) == VK_ERROR_INVALID_EXTERNAL_HANDLE, "a file that is too small is taken");
}

static void checkStale(int number) {
    (void)number;
    checkImports(true);
}

static void checkSnoops(int number) {
    (void)number;
    checkImports(false);
}

static void checkRefuses(int number) {
    (void)number;
    GPU gpu = startInstance(false);
    openDevice(&gpu);
    VkPhysicalDeviceProperties properties = propertiesOf(&gpu);
    EXPECT(properties.vendorID == 0x10de && properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, "it is no card of NVIDIA's");
    EXPECT(!hasExtension(&gpu, "VK_EXT_external_memory_host"), "it takes the processor's pages");
    unsigned char *pages;
    Buffer source;
    VkResult result = importFile(&gpu, makeFile(COUNT, &pages), COUNT, &source);
    EXPECT(result == VK_ERROR_INVALID_EXTERNAL_HANDLE, "the import of a file: %d", result);
}

// MARK: Images on memory of others

// Tells whether the device samples images in plain rows of bytes.
static bool samplesRows(const GPU *gpu) {
    VkDrmFormatModifierPropertiesEXT modifier = {0};
    VkDrmFormatModifierPropertiesListEXT list = {
        .sType = VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_EXT, .drmFormatModifierCount = 1,
        .pDrmFormatModifierProperties = &modifier};
    VkFormatProperties2 properties = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &list};
    vkGetPhysicalDeviceFormatProperties2(gpu->physical, VK_FORMAT_R8_UNORM, &properties);
    EXPECT(list.drmFormatModifierCount == 1 && modifier.drmFormatModifierPlaneCount == 1, "it knows no plain rows");
    return modifier.drmFormatModifierTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
}

static VkResult makeRows(
    const GPU *gpu, int file, size_t count, VkExtent3D extent, VkDeviceSize offset, VkDeviceSize pitch, VkImage *image,
    VkDeviceMemory *memory) {
    VkSubresourceLayout rows = {.offset = offset, .rowPitch = pitch};
    VkImageDrmFormatModifierExplicitCreateInfoEXT modifier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT, .drmFormatModifierPlaneCount = 1,
        .pPlaneLayouts = &rows};
    VkExternalMemoryImageCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO, .pNext = &modifier,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT};
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .pNext = &external, .imageType = VK_IMAGE_TYPE_2D,
        .format = VK_FORMAT_R8_UNORM, .extent = extent, .mipLevels = 1, .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | (samplesRows(gpu) ? VK_IMAGE_USAGE_SAMPLED_BIT : 0)};
    VkResult result = vkCreateImage(gpu->device, &info, NULL, image);
    if (result != VK_SUCCESS) return result;
    VkImportMemoryFdInfoKHR source = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR, .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT,
        .fd = dup(file)};
    VkMemoryAllocateInfo allocation = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &source, .allocationSize = count};
    result = vkAllocateMemory(gpu->device, &allocation, NULL, memory);
    return result == VK_SUCCESS ? vkBindImageMemory(gpu->device, *image, *memory, 0) : result;
}

// Makes images at some pitches and offsets. Those at a pitch of no multiple of `grain` must be refused, or be known by another pitch,
// or hide that they have another.
static void checkRows(VkDeviceSize grain, bool rounds, bool hides) {
    GPU gpu = startInstance(true);
    openDevice(&gpu);
    unsigned char *pages;
    size_t count = 1 << 20;
    int file = makeFile(count, &pages);
    fillWithNoise(pages, count, 5);
    VkExtent3D extent = {600, 9, 1};
    Buffer target = makeBuffer(&gpu, extent.width * extent.height, memoryType(&gpu, all, false), true);
    static const VkDeviceSize pitches[] = {640, 768, 1280, 1920, 1928}, offsets[] = {0, 4, 640 * 480};
    for (size_t each = 0; each < sizeof pitches / sizeof *pitches; each++)
        for (size_t place = 0; place < sizeof offsets / sizeof *offsets; place++) {
            VkDeviceSize pitch = pitches[each], offset = offsets[place];
            VkImage image = VK_NULL_HANDLE;
            VkDeviceMemory memory = VK_NULL_HANDLE;
            VkResult result = makeRows(&gpu, file, count, extent, offset, pitch, &image, &memory);
            bool isTaken = pitch % grain == 0;
            EXPECT((result == VK_SUCCESS) == (isTaken || rounds), "a pitch of %d: %d", (int)pitch, result);
            if (result != VK_SUCCESS) continue;
            VkImageSubresource part = {VK_IMAGE_ASPECT_MEMORY_PLANE_0_BIT_EXT, 0, 0};
            VkSubresourceLayout rows;
            vkGetImageSubresourceLayout(gpu.device, image, &part, &rows);
            bool isTold = rows.rowPitch == pitch;
            EXPECT(rows.offset == offset && isTold == (isTaken || hides), "rows of %d for %d", (int)rows.rowPitch, (int)pitch);
            VkDeviceSize real = hides ? (pitch + grain - 1) / grain * grain : rows.rowPitch;
            for (int round = 0; round < 2; round++) {
                if (round > 0) fillWithNoise(pages, count, (uint32_t)(7 + each));
                EXPECT(copyImage(&gpu, image, extent, &target) == VK_SUCCESS, "no copy");
                for (size_t row = 0; row < extent.height; row++)
                    EXPECT(
                        memcmp(target.bytes + row * extent.width, pages + offset + row * real, extent.width) == 0,
                        "row %zu at pitch %d differs", row, (int)pitch);
            }
            vkDestroyImage(gpu.device, image, NULL);
            vkFreeMemory(gpu.device, memory, NULL);
        }
    EXPECT(gpu.messages == 0, "the validation layer has %d messages", gpu.messages);
}

static void checkAnyPitch(int number) {
    (void)number;
    checkRows(1, false, false);
}

static void checkPitch256(int number) {
    (void)number;
    checkRows(256, false, false);
}

static void checkRounding(int number) {
    (void)number;
    checkRows(256, true, false);
}

static void checkHiding(int number) {
    (void)number;
    checkRows(256, true, true);
}

// MARK: Memory of its own

static void checkNoncoherent(int number) {
    (void)number;
    GPU gpu = startInstance(true);
    openDevice(&gpu);
    EXPECT(propertiesOf(&gpu).limits.nonCoherentAtomSize == 256, "its atom is another");
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(gpu.physical, &memory);
    for (uint32_t type = 0; type < memory.memoryTypeCount; type++) {
        VkMemoryPropertyFlags both = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
        EXPECT((memory.memoryTypes[type].propertyFlags & both) != both, "type %u is cached and coherent", type);
    }
    uint32_t cached = memoryType(&gpu, VK_MEMORY_PROPERTY_HOST_CACHED_BIT, false), coherent = memoryType(&gpu, all, false);
    EXPECT(cached != UINT32_MAX && coherent != UINT32_MAX, "it lacks a kind of memory");
    Buffer lazy = makeBuffer(&gpu, COUNT, cached, true), prompt = makeBuffer(&gpu, COUNT, coherent, true);
    static unsigned char before[COUNT];
    memcpy(before, lazy.bytes, COUNT);
    fillWithNoise(lazy.bytes, COUNT, 3);
    EXPECT(copyBuffer(&gpu, &lazy, &prompt) == VK_SUCCESS, "no copy");
    EXPECT(memcmp(prompt.bytes, before, COUNT) == 0, "the device saw what was not flushed");
    VkMappedMemoryRange half = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, NULL, lazy.memory, 0, COUNT / 2};
    EXPECT(vkFlushMappedMemoryRanges(gpu.device, 1, &half) == VK_SUCCESS, "no flush");
    EXPECT(copyBuffer(&gpu, &lazy, &prompt) == VK_SUCCESS, "no copy");
    EXPECT(memcmp(prompt.bytes, lazy.bytes, COUNT / 2) == 0, "the device did not see what was flushed");
    EXPECT(memcmp(prompt.bytes + COUNT / 2, before + COUNT / 2, COUNT / 2) == 0, "the device saw more than was flushed");
    // The other way round.
    fillWithNoise(prompt.bytes, COUNT, 4);
    memcpy(before, lazy.bytes, COUNT);
    EXPECT(copyBuffer(&gpu, &prompt, &lazy) == VK_SUCCESS, "no copy");
    EXPECT(memcmp(lazy.bytes, before, COUNT) == 0, "the processor saw what was not invalidated");
    half.size = VK_WHOLE_SIZE;
    EXPECT(vkInvalidateMappedMemoryRanges(gpu.device, 1, &half) == VK_SUCCESS, "no invalidation");
    EXPECT(memcmp(lazy.bytes, prompt.bytes, COUNT) == 0, "the processor did not see what the device wrote");
    EXPECT(gpu.messages == 0, "the validation layer has %d messages", gpu.messages);
}

static VkResult take(const GPU *gpu, uint32_t type, VkDeviceSize size, VkDeviceMemory *memory) {
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = size, .memoryTypeIndex = type};
    return vkAllocateMemory(gpu->device, &info, NULL, memory);
}

static void checkSmall(int number) {
    (void)number;
    GPU gpu = startInstance(false);
    openDevice(&gpu);
    uint32_t own = memoryType(&gpu, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, true), system = memoryType(&gpu, all, true);
    EXPECT(own != UINT32_MAX && system != UINT32_MAX, "it lacks a kind of memory");
    VkDeviceMemory memory[3];
    for (int round = 0; round < 3; round++) {
        EXPECT(take(&gpu, own, 1 << 19, &memory[0]) == VK_SUCCESS && take(&gpu, own, 1 << 19, &memory[1]) == VK_SUCCESS, "no room");
        EXPECT(take(&gpu, own, 4096, &memory[2]) == VK_ERROR_OUT_OF_DEVICE_MEMORY, "it has more room than it has");
        EXPECT(take(&gpu, system, 1 << 24, &memory[2]) == VK_SUCCESS, "system memory is full, too");
        void *bytes;
        EXPECT(vkMapMemory(gpu.device, memory[0], 0, VK_WHOLE_SIZE, 0, &bytes) != VK_SUCCESS, "the card's own memory is mapped");
        for (int each = 0; each < 3; each++) vkFreeMemory(gpu.device, memory[each], NULL);
    }
    // What is there works.
    Buffer target = makeBuffer(&gpu, COUNT, system, true), source = makeBuffer(&gpu, COUNT, system, true);
    Buffer between = makeBuffer(&gpu, COUNT, own, false);
    fillWithNoise(source.bytes, COUNT, 3);
    EXPECT(copyBuffer(&gpu, &source, &between) == VK_SUCCESS && copyBuffer(&gpu, &between, &target) == VK_SUCCESS, "no copy");
    EXPECT(memcmp(target.bytes, source.bytes, COUNT) == 0, "the copy differs");
}

// MARK: Two devices

static void checkHybrid(int number) {
    (void)number;
    GPU gpu = startInstance(false);
    EXPECT(gpu.deviceCount == 2, "there are %u devices", gpu.deviceCount);
    static const VkPhysicalDeviceType types[] = {
        VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU};
    VkPhysicalDeviceIDProperties identities[2];
    for (uint32_t index = 0; index < 2; index++) {
        gpu.physical = gpu.devices[index];
        EXPECT(propertiesOf(&gpu).deviceType == types[index], "device %u is of type %d", index, propertiesOf(&gpu).deviceType);
        EXPECT(hasExtension(&gpu, "VK_EXT_physical_device_drm"), "device %u does not tell its nodes", index);
        identities[index] = (VkPhysicalDeviceIDProperties){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
        VkPhysicalDeviceDrmPropertiesEXT nodes = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRM_PROPERTIES_EXT, .pNext = &identities[index]};
        VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &nodes};
        vkGetPhysicalDeviceProperties2(gpu.physical, &properties);
        // VIEWFINDER_LAYER_DRM=226:1/226:129,-/226:128
        EXPECT(nodes.hasPrimary == (index == 0) && nodes.hasRender, "device %u has other nodes", index);
        EXPECT(nodes.renderMajor == 226 && nodes.renderMinor == (index == 0 ? 129 : 128), "device %u has another node", index);
        uint32_t count = 0;
        // The layer answers before anybody looks at the surface; the other device has nothing to look at.
        if (index == 0)
            EXPECT(
                vkGetPhysicalDeviceSurfaceFormatsKHR(gpu.physical, (VkSurfaceKHR)1, &count, NULL) == VK_ERROR_SURFACE_LOST_KHR,
                "the card shows pictures");
        openDevice(&gpu);
        Buffer source = makeBuffer(&gpu, COUNT, memoryType(&gpu, all, false), true);
        Buffer target = makeBuffer(&gpu, COUNT, memoryType(&gpu, all, false), true);
        fillWithNoise(source.bytes, COUNT, index);
        EXPECT(copyBuffer(&gpu, &source, &target) == VK_SUCCESS, "no copy on device %u", index);
        EXPECT(memcmp(source.bytes, target.bytes, COUNT) == 0, "a copy on device %u differs", index);
    }
    EXPECT(memcmp(identities[0].deviceUUID, identities[1].deviceUUID, VK_UUID_SIZE) != 0, "both are one device");
}

// MARK: Failures

static void checkLost(int number) {
    GPU gpu = startInstance(false);
    openDevice(&gpu);
    // Opening a device is the first call that can fail; each submission is one more, and its wait is one.
    int calls = 1;
    VkResult result = VK_SUCCESS;
    while (result == VK_SUCCESS && calls < 100) {
        result = submitNothing(&gpu);
        calls += 2;
    }
    EXPECT(result == VK_ERROR_DEVICE_LOST, "after %d calls: %d", calls, result);
    EXPECT(number == calls || number == calls - 1, "the device was lost by call %d or %d", calls - 1, calls);
    EXPECT(submitNothing(&gpu) == VK_ERROR_DEVICE_LOST, "a lost device works");
    EXPECT(vkDeviceWaitIdle(gpu.device) == VK_ERROR_DEVICE_LOST, "a lost device is waited for");
    openDevice(&gpu);
    EXPECT(submitNothing(&gpu) == VK_SUCCESS, "a new device does not work");
    vkDestroyInstance(gpu.instance, NULL);
}

static void checkTimeout(int number) {
    GPU gpu = startInstance(false);
    openDevice(&gpu);
    for (int call = 1; call < number; call++) EXPECT(submitNothing(&gpu) == VK_SUCCESS, "submission %d is not done", call);
    VkFenceCreateInfo description = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    for (int each = 0; each < 2; each++) {
        VkFence fence;
        EXPECT(vkCreateFence(gpu.device, &description, NULL, &fence) == VK_SUCCESS, "no fence");
        VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO};
        EXPECT(vkQueueSubmit(gpu.queue, 1, &info, fence) == VK_SUCCESS, "it takes no work");
        VkResult result = vkWaitForFences(gpu.device, 1, &fence, VK_TRUE, UINT64_MAX);
        EXPECT(result == VK_TIMEOUT, "submission %d ends with %d", number + each, result);
        EXPECT(vkGetFenceStatus(gpu.device, fence) == VK_NOT_READY, "submission %d is done", number + each);
    }
    openDevice(&gpu);
    EXPECT(submitNothing(&gpu) == VK_SUCCESS, "a new device does not work");
    // The one that hangs is left behind.
}

static void checkMemoryFailure(int number) {
    (void)number;
    GPU gpu = startInstance(false);
    openDevice(&gpu);
    uint32_t type = memoryType(&gpu, all, false);
    VkResult result = VK_SUCCESS;
    int calls = 0;
    while (result == VK_SUCCESS && calls < 100) {
        VkDeviceMemory memory;
        result = take(&gpu, type, 4096, &memory);
        calls++;
    }
    EXPECT(result == VK_ERROR_OUT_OF_DEVICE_MEMORY, "after %d calls: %d", calls, result);
    // Opening the device and making its pool were the first two.
    EXPECT(calls + 2 == number, "call %d failed", calls + 2);
    VkDeviceMemory memory;
    EXPECT(take(&gpu, type, 4096, &memory) == VK_SUCCESS, "it fails more than once");
}

// MARK: The list

static const struct {
    const char *name;
    void (*check)(int);
} checks[] = {
    {"pi", checkPi}, {"beyond", checkBeyond}, {"robust", checkRobust}, {"stale", checkStale}, {"snoops", checkSnoops},
    {"refuses", checkRefuses}, {"any-pitch", checkAnyPitch}, {"pitch256", checkPitch256}, {"rounding", checkRounding}, {"hiding", checkHiding},
    {"noncoherent", checkNoncoherent},
    {"small", checkSmall}, {"hybrid", checkHybrid}, {"lost", checkLost}, {"oom", checkMemoryFailure},
    {"timeout", checkTimeout},
};

int main(int count, char **arguments) {
    for (size_t index = 0; count > 1 && index < sizeof checks / sizeof *checks; index++)
        if (strcmp(checks[index].name, arguments[1]) == 0) {
            checks[index].check(count > 2 ? atoi(arguments[2]) : 0);
            return 0;
        }
    fail("usage: probe CHECK [NUMBER]");
}
