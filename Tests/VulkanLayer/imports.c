// Memory of others. lavapipe of Mesa 22.3 knows no dma-bufs: the layer maps them and lends the device a copy, which it renews
// before each submission. Where the device does not see the processor's caches some lines of the copy stay old, as they do there.
//
// The device only reads such memory: that is all that the program does with it.
#include "layer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE = 64 };  // What a processor's cache writes back at once.

// An image whose rows lie in memory of others. lavapipe lays out rows as it likes, so the image has memory of its own, and the rows
// are copied there.
typedef struct Foreign {
    VkImage image;
    Device *device;
    size_t rowBytes, rows;
    VkSubresourceLayout there, here;  // In the others' memory; in ours.
    VkDeviceSize told;  // The pitch that the image is said to have.
    Memory *source;
    VkDeviceMemory memory;
    unsigned char *bytes;
    struct Foreign *following;
} Foreign;

static Foreign *images;

static Foreign *foreignOf(VkImage image) {
    Foreign *found = images;
    while (found && found->image != image) found = found->following;
    return found;
}

// MARK: Memory

bool findImport(const Device *device, const VkMemoryAllocateInfo *info, Import *import) {
    const VkImportMemoryFdInfoKHR *file = findInChain(info->pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR);
    if (device->profile->dmabufs && file && file->handleType == VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT) {
        *import = (Import){.descriptor = file->fd, .isFile = true};
        return true;
    }
    const VkImportMemoryHostPointerInfoEXT *pages = findInChain(info->pNext, VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT);
    // A device that sees the processor's caches reads the pages themselves.
    if (!pages || !device->profile->stale) return false;
    *import = (Import){.pages = pages->pHostPointer};
    return true;
}

VkResult adoptImport(Memory *memory, const Import *import) {
    Device *device = memory->device;
    memory->pages = import->pages;
    if (import->isFile) {
        struct stat facts;
        if (fstat(import->descriptor, &facts) != 0) return VK_ERROR_INVALID_EXTERNAL_HANDLE;
        // A dma-buf tells its size by lseek only.
        off_t size = facts.st_size > 0 ? facts.st_size : lseek(import->descriptor, 0, SEEK_END);
        if (size < (off_t)memory->size) return VK_ERROR_INVALID_EXTERNAL_HANDLE;
        void *pages = mmap(NULL, (size_t)memory->size, PROT_READ, MAP_SHARED, import->descriptor, 0);
        if (pages == MAP_FAILED) return VK_ERROR_INVALID_EXTERNAL_HANDLE;
        memory->pages = pages;
        memory->isFile = true;
    }
    void *copy;
    VkResult result = device->MapMemory(device->handle, memory->handle, 0, VK_WHOLE_SIZE, 0, &copy);
    if (result != VK_SUCCESS) return dropImport(memory), result;
    memory->copy = copy;
    // The kernel cleans the caches once, when a device gets the pages.
    memcpy(memory->copy, memory->pages, (size_t)memory->size);
    // From now on the descriptor is the driver's.
    if (import->isFile) close(import->descriptor);
    return VK_SUCCESS;
}

void dropImport(Memory *memory) {
    pthread_mutex_lock(&objects);
    for (Foreign *image = images; image; image = image->following)
        if (image->source == memory) image->source = NULL;
    pthread_mutex_unlock(&objects);
    if (memory->isFile) munmap((void *)(uintptr_t)memory->pages, (size_t)memory->size);
    memory->pages = NULL;
    memory->copy = NULL;
}

// MARK: Refreshing

// An even distribution of 64 bits that is the same in each run (SplitMix64's finisher).
static uint64_t mix(uint64_t value) {
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

static uint64_t seed(void) {
    static uint64_t value;
    static bool isRead;
    if (!isRead) {
        const char *text = getenv("VIEWFINDER_LAYER_SEED");
        value = text ? strtoull(text, NULL, 10) : 1;
        isRead = true;
    }
    return value;
}

static void refreshMemory(Memory *memory) {
    Device *device = memory->device;
    size_t size = (size_t)memory->size;
    for (size_t from = 0; from < size; from += LINE) {
        size_t count = size - from < LINE ? size - from : LINE;
        if (memcmp(memory->copy + from, memory->pages + from, count) == 0) continue;
        // One line of eight is still in the processor's cache; the next submission may find it there, too.
        if (device->profile->stale && mix(seed() ^ device->submissions << 32 ^ from / LINE) % 8 == 0) continue;
        memcpy(memory->copy + from, memory->pages + from, count);
    }
}

static void refreshImage(Foreign *image) {
    for (size_t row = 0; row < image->rows; row++)
        memcpy(
            image->bytes + image->here.offset + row * image->here.rowPitch,
            image->source->copy + image->there.offset + row * image->there.rowPitch, image->rowBytes);
}

void refreshImports(Device *device, VkQueue queue) {
    pthread_mutex_lock(&objects);
    bool hasImports = false;
    for (Memory *memory = memories; memory; memory = memory->following)
        hasImports = hasImports || (memory->device == device && memory->copy);
    pthread_mutex_unlock(&objects);
    if (!hasImports) return;
    // What was submitted before has read its bytes: the copies change under nobody.
    device->QueueWaitIdle(queue);
    pthread_mutex_lock(&objects);
    device->submissions++;
    for (Memory *memory = memories; memory; memory = memory->following)
        if (memory->device == device && memory->copy) refreshMemory(memory);
    for (Foreign *image = images; image; image = image->following)
        if (image->device == device && image->source && image->bytes) refreshImage(image);
    pthread_mutex_unlock(&objects);
}

// MARK: Types

static VKAPI_ATTR VkResult VKAPI_CALL getDescriptorTypes(
    VkDevice handle, VkExternalMemoryHandleTypeFlagBits type, int descriptor, VkMemoryFdPropertiesKHR *properties) {
    Device *device = deviceOf(handle);
    if (type != VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT || !device->profile->dmabufs)
        return device->GetMemoryFdPropertiesKHR(handle, type, descriptor, properties);
    if (device->profile->refusesForeign) return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    properties->memoryTypeBits = device->profile->importTypes ? device->profile->importTypes : allTypes(device, 1);
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL getPointerTypes(
    VkDevice handle, VkExternalMemoryHandleTypeFlagBits type, const void *pages, VkMemoryHostPointerPropertiesEXT *properties) {
    Device *device = deviceOf(handle);
    VkResult result = device->GetMemoryHostPointerPropertiesEXT(handle, type, pages, properties);
    if (result == VK_SUCCESS)
        properties->memoryTypeBits =
            device->profile->importTypes ? device->profile->importTypes : allTypes(device, properties->memoryTypeBits);
    return result;
}

// MARK: Buffers and images

static VKAPI_ATTR VkResult VKAPI_CALL createBuffer(
    VkDevice handle, const VkBufferCreateInfo *info, const VkAllocationCallbacks *allocator, VkBuffer *buffer) {
    Device *device = deviceOf(handle);
    VkResult result = failureOf(device, MEMORY);
    if (result != VK_SUCCESS) return result;
    VkBufferCreateInfo below = *info;
    const VkExternalMemoryBufferCreateInfo *external =
        findInChain(info->pNext, VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO);
    VkExternalMemoryHandleTypeFlags ours = device->profile->dmabufs ? VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT : 0;
    if (device->profile->stale) ours |= VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
    // An import that the layer looks after lies in memory of lavapipe's own.
    if (external && external->handleTypes & ours) below.pNext = NULL;
    result = device->CreateBuffer(handle, &below, allocator, buffer);
    if (result == VK_SUCCESS) noteMade(device, (uint64_t)(uintptr_t)*buffer, "Buffer");
    return result;
}

static size_t texelBytes(VkFormat format) {
    switch (format) {
        case VK_FORMAT_R8_UNORM: return 1;
        case VK_FORMAT_R8G8_UNORM: return 2;
        case VK_FORMAT_R8G8B8A8_UNORM:
        case VK_FORMAT_B8G8R8A8_UNORM:
        case VK_FORMAT_R8G8B8A8_SRGB:
        case VK_FORMAT_B8G8R8A8_SRGB: return 4;
        default: return 0;
    }
}

static VkResult createForeignImage(
    Device *device, const VkImageCreateInfo *info, const VkAllocationCallbacks *allocator, VkImage *image) {
    const VkImageDrmFormatModifierExplicitCreateInfoEXT *rows =
        findInChain(info->pNext, VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT);
    size_t bytes = texelBytes(info->format);
    if (!rows || rows->drmFormatModifier != 0 || rows->drmFormatModifierPlaneCount != 1 || bytes == 0)
        return VK_ERROR_INVALID_DRM_FORMAT_MODIFIER_PLANE_LAYOUT_EXT;
    const Profile *profile = device->profile;
    VkSubresourceLayout there = rows->pPlaneLayouts[0];
    size_t rowBytes = bytes * info->extent.width;
    if (there.rowPitch < rowBytes || there.rowPitch % bytes) return VK_ERROR_INVALID_DRM_FORMAT_MODIFIER_PLANE_LAYOUT_EXT;
    if (profile->pitch && there.rowPitch % profile->pitch) {
        if (!profile->roundsPitch) return VK_ERROR_INVALID_DRM_FORMAT_MODIFIER_PLANE_LAYOUT_EXT;
        there.rowPitch = (there.rowPitch + profile->pitch - 1) / profile->pitch * profile->pitch;
    }
    VkImageCreateInfo below = *info;
    below.pNext = NULL;
    below.tiling = VK_IMAGE_TILING_LINEAR;
    Foreign *record = calloc(1, sizeof *record);
    if (!record) return VK_ERROR_OUT_OF_HOST_MEMORY;
    VkResult result = device->CreateImage(device->handle, &below, allocator, image);
    if (result != VK_SUCCESS) return free(record), result;
    record->image = *image;
    record->device = device;
    record->rowBytes = rowBytes;
    record->rows = info->extent.height;
    record->there = there;
    record->told = profile->hidesPitch ? rows->pPlaneLayouts[0].rowPitch : there.rowPitch;
    record->there.size = there.rowPitch * (info->extent.height - 1) + rowBytes;
    VkImageSubresource whole = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
    device->GetImageSubresourceLayout(device->handle, *image, &whole, &record->here);
    pthread_mutex_lock(&objects);
    record->following = images;
    images = record;
    pthread_mutex_unlock(&objects);
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL createImage(
    VkDevice handle, const VkImageCreateInfo *info, const VkAllocationCallbacks *allocator, VkImage *image) {
    Device *device = deviceOf(handle);
    VkResult result = failureOf(device, MEMORY);
    if (result != VK_SUCCESS) return result;
    // Beyond its limit a device makes no image, whether or not somebody checks.
    uint32_t side = device->profile->imageSide;
    if (side && (info->extent.width > side || info->extent.height > side)) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    if (device->profile->dmabufs && info->tiling == VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT)
        return createForeignImage(device, info, allocator, image);
    result = device->CreateImage(handle, info, allocator, image);
    if (result == VK_SUCCESS) noteMade(device, (uint64_t)(uintptr_t)*image, "Image");
    return result;
}

static VKAPI_ATTR void VKAPI_CALL destroyImage(VkDevice handle, VkImage image, const VkAllocationCallbacks *allocator) {
    Device *device = deviceOf(handle);
    pthread_mutex_lock(&objects);
    Foreign **place = &images;
    while (*place && (*place)->image != image) place = &(*place)->following;
    Foreign *record = *place;
    if (record) *place = record->following;
    pthread_mutex_unlock(&objects);
    device->DestroyImage(handle, image, allocator);
    if (record && record->memory) device->FreeMemory(handle, record->memory, NULL);
    free(record);
}

bool foreignRequirements(VkImage image, VkMemoryRequirements *requirements) {
    pthread_mutex_lock(&objects);
    Foreign *record = foreignOf(image);
    if (record) requirements->size = record->there.offset + record->there.size;
    pthread_mutex_unlock(&objects);
    return record != NULL;
}

static VkResult bindForeignImage(Device *device, VkImage image, VkDeviceMemory memory, bool *isForeign) {
    pthread_mutex_lock(&objects);
    Foreign *record = foreignOf(image);
    Memory *source = memoryOf(memory);
    pthread_mutex_unlock(&objects);
    *isForeign = record != NULL;
    if (!record) return VK_SUCCESS;
    if (!source || !source->copy) return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    VkMemoryRequirements requirements;
    device->GetImageMemoryRequirements(device->handle, image, &requirements);
    VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, NULL, requirements.size, 0};
    VkResult result = device->AllocateMemory(device->handle, &info, NULL, &record->memory);
    if (result == VK_SUCCESS) result = device->BindImageMemory(device->handle, image, record->memory, 0);
    void *bytes = NULL;
    if (result == VK_SUCCESS) result = device->MapMemory(device->handle, record->memory, 0, VK_WHOLE_SIZE, 0, &bytes);
    if (result != VK_SUCCESS) return result;
    pthread_mutex_lock(&objects);
    record->bytes = bytes;
    record->source = source;
    pthread_mutex_unlock(&objects);
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL bindImage(VkDevice handle, VkImage image, VkDeviceMemory memory, VkDeviceSize offset) {
    Device *device = deviceOf(handle);
    bool isForeign;
    VkResult result = bindForeignImage(device, image, memory, &isForeign);
    return isForeign ? result : device->BindImageMemory(handle, image, memory, offset);
}

static VKAPI_ATTR VkResult VKAPI_CALL bindImages(VkDevice handle, uint32_t count, const VkBindImageMemoryInfo *infos) {
    Device *device = deviceOf(handle);
    VkResult result = VK_SUCCESS;
    for (uint32_t index = 0; index < count && result == VK_SUCCESS; index++) {
        bool isForeign;
        result = bindForeignImage(device, infos[index].image, infos[index].memory, &isForeign);
        if (!isForeign) result = device->BindImageMemory2(handle, 1, &infos[index]);
    }
    return result;
}

static VKAPI_ATTR void VKAPI_CALL getLayout(
    VkDevice handle, VkImage image, const VkImageSubresource *part, VkSubresourceLayout *layout) {
    pthread_mutex_lock(&objects);
    Foreign *record = foreignOf(image);
    if (record) {
        *layout = record->there;
        layout->rowPitch = record->told;
    }
    pthread_mutex_unlock(&objects);
    if (!record) deviceOf(handle)->GetImageSubresourceLayout(handle, image, part, layout);
}

static VKAPI_ATTR VkResult VKAPI_CALL getModifier(
    VkDevice handle, VkImage image, VkImageDrmFormatModifierPropertiesEXT *properties) {
    (void)handle, (void)image;
    properties->drmFormatModifier = 0;
    return VK_SUCCESS;
}

const Command importCommands[] = {
    COMMAND("GetMemoryFdPropertiesKHR", getDescriptorTypes),
    COMMAND("GetMemoryHostPointerPropertiesEXT", getPointerTypes),
    COMMAND("CreateBuffer", createBuffer),
    COMMAND("CreateImage", createImage),
    COMMAND("DestroyImage", destroyImage),
    COMMAND("BindImageMemory", bindImage),
    COMMAND("BindImageMemory2", bindImages),
    COMMAND("GetImageSubresourceLayout", getLayout),
    COMMAND("GetImageDrmFormatModifierPropertiesEXT", getModifier),
    {NULL, NULL},
};
