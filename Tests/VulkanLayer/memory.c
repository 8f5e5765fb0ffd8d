// Memory: the types of the table are all lavapipe's one type. Memory that is not coherent has a copy that only flushes and
// invalidations bring up to date; a heap without room refuses.
#include "layer.h"

#include <stdlib.h>
#include <string.h>

pthread_mutex_t objects = PTHREAD_MUTEX_INITIALIZER;
Memory *memories;

enum { LINE = 64 };  // What a processor's cache writes back at once.

Memory *memoryOf(VkDeviceMemory handle) {
    Memory *found = memories;
    while (found && found->handle != handle) found = found->following;
    return found;
}

uint32_t allTypes(const Device *device, uint32_t bits) {
    return device->profile->typeCount ? (1u << device->profile->typeCount) - 1 : bits;
}

static uint32_t heapOf(const Profile *profile, uint32_t type) { return profile->typeCount ? profile->types[type].heapIndex : 0; }

// MARK: Allocation

static bool takeRoom(Device *device, uint32_t type, VkDeviceSize size) {
    uint32_t heap = heapOf(device->profile, type);
    VkDeviceSize room = device->profile->room[heap];
    pthread_mutex_lock(&objects);
    bool fits = room == 0 || device->used[heap] + size <= room;
    if (fits) device->used[heap] += size;
    pthread_mutex_unlock(&objects);
    return fits;
}

static void giveRoom(Device *device, uint32_t type, VkDeviceSize size) {
    pthread_mutex_lock(&objects);
    device->used[heapOf(device->profile, type)] -= size;
    pthread_mutex_unlock(&objects);
}

static VKAPI_ATTR VkResult VKAPI_CALL allocateMemory(
    VkDevice handle, const VkMemoryAllocateInfo *info, const VkAllocationCallbacks *allocator, VkDeviceMemory *memory) {
    Device *device = deviceOf(handle);
    VkResult result = failureOf(device, MEMORY);
    if (result != VK_SUCCESS) return result;
    if (device->profile->typeCount && info->memoryTypeIndex >= device->profile->typeCount) return VK_ERROR_UNKNOWN;
    Import import;
    bool isImport = findImport(device, info, &import);
    if (isImport && device->profile->refusesForeign) return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    if (!isImport && !takeRoom(device, info->memoryTypeIndex, info->allocationSize)) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    VkMemoryAllocateInfo below = *info;
    if (device->profile->typeCount) below.memoryTypeIndex = 0;
    // An import becomes memory of lavapipe's own.
    if (isImport) below.pNext = NULL;
    Memory *record = calloc(1, sizeof *record);
    result = record ? device->AllocateMemory(handle, &below, allocator, memory) : VK_ERROR_OUT_OF_HOST_MEMORY;
    if (result == VK_SUCCESS) {
        *record = (Memory){.handle = *memory, .device = device, .size = info->allocationSize, .type = info->memoryTypeIndex};
        result = isImport ? adoptImport(record, &import) : VK_SUCCESS;
        if (result != VK_SUCCESS) device->FreeMemory(handle, *memory, allocator);
    }
    if (result != VK_SUCCESS) {
        if (!isImport) giveRoom(device, info->memoryTypeIndex, info->allocationSize);
        return free(record), result;
    }
    pthread_mutex_lock(&objects);
    record->following = memories;
    memories = record;
    pthread_mutex_unlock(&objects);
    noteMade(device, (uint64_t)(uintptr_t)*memory, "DeviceMemory");
    return VK_SUCCESS;
}

static void forgetMapping(Memory *memory) {
    free(memory->seen);
    free(memory->agreed);
    memory->seen = memory->agreed = memory->real = NULL;
}

static VKAPI_ATTR void VKAPI_CALL freeMemory(VkDevice handle, VkDeviceMemory memory, const VkAllocationCallbacks *allocator) {
    Device *device = deviceOf(handle);
    pthread_mutex_lock(&objects);
    Memory **place = &memories;
    while (*place && (*place)->handle != memory) place = &(*place)->following;
    Memory *record = *place;
    if (record) *place = record->following;
    pthread_mutex_unlock(&objects);
    if (record) {
        bool isImport = record->pages != NULL;
        forgetMapping(record);
        dropImport(record);
        if (!isImport) giveRoom(device, record->type, record->size);
        free(record);
    }
    device->FreeMemory(handle, memory, allocator);
}

// MARK: Memory that is not coherent

static bool isCoherent(const Memory *memory) {
    const Profile *profile = memory->device->profile;
    return !profile->typeCount || profile->types[memory->type].propertyFlags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
}

static bool isVisible(const Memory *memory) {
    const Profile *profile = memory->device->profile;
    return !profile->typeCount || profile->types[memory->type].propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
}

static VKAPI_ATTR VkResult VKAPI_CALL mapMemory(
    VkDevice handle, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size, VkMemoryMapFlags flags, void **address) {
    Device *device = deviceOf(handle);
    pthread_mutex_lock(&objects);
    Memory *record = memoryOf(memory);
    pthread_mutex_unlock(&objects);
    if (!record || !isVisible(record)) return VK_ERROR_MEMORY_MAP_FAILED;
    // Of an import the driver gives what the device sees, as it is mapped already.
    if (record->copy) return *address = record->copy + offset, VK_SUCCESS;
    void *real;
    VkResult result = device->MapMemory(handle, memory, offset, size, flags, &real);
    if (result != VK_SUCCESS || isCoherent(record)) return *address = real, result;
    size_t count = (size_t)(size == VK_WHOLE_SIZE ? record->size - offset : size), room = (count + 4095) / 4096 * 4096;
    record->seen = aligned_alloc(4096, room);
    record->agreed = malloc(count);
    if (!record->seen || !record->agreed) {
        forgetMapping(record);
        device->UnmapMemory(handle, memory);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    // Nothing of it is in the processor's caches yet.
    memcpy(record->seen, real, count);
    memcpy(record->agreed, real, count);
    record->real = real;
    record->mappedFrom = offset;
    record->mappedSize = count;
    *address = record->seen;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL unmapMemory(VkDevice handle, VkDeviceMemory memory) {
    Device *device = deviceOf(handle);
    pthread_mutex_lock(&objects);
    Memory *record = memoryOf(memory);
    pthread_mutex_unlock(&objects);
    // What was not flushed is lost with it: nobody may rely on the cache's writing it back.
    if (record) forgetMapping(record);
    if (!record || !record->copy) device->UnmapMemory(handle, memory);
}

// Calls back for the part of a mapping that a range means, line by line.
static void eachLine(const VkMappedMemoryRange *range, void (*body)(Memory *, size_t from, size_t count)) {
    pthread_mutex_lock(&objects);
    Memory *memory = memoryOf(range->memory);
    if (memory && memory->seen && range->offset >= memory->mappedFrom) {
        size_t from = (size_t)(range->offset - memory->mappedFrom), end = (size_t)memory->mappedSize;
        if (range->size != VK_WHOLE_SIZE && from + range->size < end) end = (size_t)(from + range->size);
        for (; from < end; from += LINE) body(memory, from, end - from < LINE ? end - from : LINE);
    }
    pthread_mutex_unlock(&objects);
}

// A cache writes back the lines that were written to, and leaves the others to the device.
static void flushLine(Memory *memory, size_t from, size_t count) {
    if (memcmp(memory->seen + from, memory->agreed + from, count) == 0) return;
    memcpy(memory->real + from, memory->seen + from, count);
    memcpy(memory->agreed + from, memory->seen + from, count);
}

static void invalidateLine(Memory *memory, size_t from, size_t count) {
    memcpy(memory->seen + from, memory->real + from, count);
    memcpy(memory->agreed + from, memory->real + from, count);
}

static VKAPI_ATTR VkResult VKAPI_CALL flushRanges(VkDevice handle, uint32_t count, const VkMappedMemoryRange *ranges) {
    for (uint32_t index = 0; index < count; index++) eachLine(&ranges[index], flushLine);
    return deviceOf(handle)->FlushMappedMemoryRanges(handle, count, ranges);
}

static VKAPI_ATTR VkResult VKAPI_CALL invalidateRanges(VkDevice handle, uint32_t count, const VkMappedMemoryRange *ranges) {
    VkResult result = deviceOf(handle)->InvalidateMappedMemoryRanges(handle, count, ranges);
    for (uint32_t index = 0; index < count; index++) eachLine(&ranges[index], invalidateLine);
    return result;
}

// MARK: Requirements

static VKAPI_ATTR void VKAPI_CALL getBufferRequirements(VkDevice handle, VkBuffer buffer, VkMemoryRequirements *requirements) {
    Device *device = deviceOf(handle);
    device->GetBufferMemoryRequirements(handle, buffer, requirements);
    requirements->memoryTypeBits = allTypes(device, requirements->memoryTypeBits);
}

static VKAPI_ATTR void VKAPI_CALL getBufferRequirements2(
    VkDevice handle, const VkBufferMemoryRequirementsInfo2 *info, VkMemoryRequirements2 *requirements) {
    Device *device = deviceOf(handle);
    device->GetBufferMemoryRequirements2(handle, info, requirements);
    uint32_t *bits = &requirements->memoryRequirements.memoryTypeBits;
    *bits = allTypes(device, *bits);
}

static VKAPI_ATTR void VKAPI_CALL getDeviceBufferRequirements(
    VkDevice handle, const VkDeviceBufferMemoryRequirements *info, VkMemoryRequirements2 *requirements) {
    Device *device = deviceOf(handle);
    device->GetDeviceBufferMemoryRequirements(handle, info, requirements);
    uint32_t *bits = &requirements->memoryRequirements.memoryTypeBits;
    *bits = allTypes(device, *bits);
}

static VKAPI_ATTR void VKAPI_CALL getImageRequirements(VkDevice handle, VkImage image, VkMemoryRequirements *requirements) {
    Device *device = deviceOf(handle);
    device->GetImageMemoryRequirements(handle, image, requirements);
    foreignRequirements(image, requirements);
    requirements->memoryTypeBits = allTypes(device, requirements->memoryTypeBits);
}

static VKAPI_ATTR void VKAPI_CALL getImageRequirements2(
    VkDevice handle, const VkImageMemoryRequirementsInfo2 *info, VkMemoryRequirements2 *requirements) {
    Device *device = deviceOf(handle);
    device->GetImageMemoryRequirements2(handle, info, requirements);
    foreignRequirements(info->image, &requirements->memoryRequirements);
    uint32_t *bits = &requirements->memoryRequirements.memoryTypeBits;
    *bits = allTypes(device, *bits);
}

static VKAPI_ATTR void VKAPI_CALL getDeviceImageRequirements(
    VkDevice handle, const VkDeviceImageMemoryRequirements *info, VkMemoryRequirements2 *requirements) {
    Device *device = deviceOf(handle);
    device->GetDeviceImageMemoryRequirements(handle, info, requirements);
    uint32_t *bits = &requirements->memoryRequirements.memoryTypeBits;
    *bits = allTypes(device, *bits);
}

const Command memoryCommands[] = {
    COMMAND("AllocateMemory", allocateMemory),
    COMMAND("FreeMemory", freeMemory),
    COMMAND("MapMemory", mapMemory),
    COMMAND("UnmapMemory", unmapMemory),
    COMMAND("FlushMappedMemoryRanges", flushRanges),
    COMMAND("InvalidateMappedMemoryRanges", invalidateRanges),
    COMMAND("GetBufferMemoryRequirements", getBufferRequirements),
    COMMAND("GetBufferMemoryRequirements2", getBufferRequirements2),
    COMMAND("GetDeviceBufferMemoryRequirements", getDeviceBufferRequirements),
    COMMAND("GetImageMemoryRequirements", getImageRequirements),
    COMMAND("GetImageMemoryRequirements2", getImageRequirements2),
    COMMAND("GetDeviceImageMemoryRequirements", getDeviceImageRequirements),
    {NULL, NULL},
};
