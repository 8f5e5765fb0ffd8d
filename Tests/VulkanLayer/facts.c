// What the device says: properties, features, extensions, formats.
#include "layer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t least(uint32_t value, uint32_t limit) { return limit && limit < value ? limit : value; }

// MARK: Properties

static void lower(const Profile *profile, VkPhysicalDeviceProperties *properties) {
    if (profile->apiVersion) properties->apiVersion = profile->apiVersion;
    if (profile->type) properties->deviceType = profile->type;
    if (profile->vendor) properties->vendorID = profile->vendor;
    if (profile->device) properties->deviceID = profile->device;
    snprintf(properties->deviceName, sizeof properties->deviceName, "%s (profile %s)", profile->deviceName, profile->name);
    // The cache of another device's pipelines is not this one's.
    properties->pipelineCacheUUID[0] ^= (uint8_t)profile->device;

    VkPhysicalDeviceLimits *limits = &properties->limits;
    uint32_t side = profile->imageSide;
    limits->maxImageDimension1D = least(limits->maxImageDimension1D, side);
    limits->maxImageDimension2D = least(limits->maxImageDimension2D, side);
    limits->maxImageDimension3D = least(limits->maxImageDimension3D, side);
    limits->maxImageDimensionCube = least(limits->maxImageDimensionCube, side);
    limits->maxFramebufferWidth = least(limits->maxFramebufferWidth, side);
    limits->maxFramebufferHeight = least(limits->maxFramebufferHeight, side);
    for (int index = 0; index < 2; index++)
        limits->maxViewportDimensions[index] = least(limits->maxViewportDimensions[index], side);
    uint32_t buffers = profile->storageBuffersPerStage;
    limits->maxPerStageDescriptorStorageBuffers = least(limits->maxPerStageDescriptorStorageBuffers, buffers);
    // Six stages' worth, as the specification counts.
    limits->maxDescriptorSetStorageBuffers = least(limits->maxDescriptorSetStorageBuffers, 6 * buffers);
    limits->maxStorageBufferRange = least(limits->maxStorageBufferRange, profile->storageRange);
    uint32_t invocations = profile->workgroupInvocations;
    limits->maxComputeWorkGroupInvocations = least(limits->maxComputeWorkGroupInvocations, invocations);
    for (int index = 0; index < 3; index++)
        limits->maxComputeWorkGroupSize[index] = least(limits->maxComputeWorkGroupSize[index], invocations);
    limits->maxComputeSharedMemorySize = least(limits->maxComputeSharedMemorySize, profile->sharedMemory);
    if (profile->atom) limits->nonCoherentAtomSize = profile->atom;
}

static VKAPI_ATTR void VKAPI_CALL getProperties(VkPhysicalDevice physical, VkPhysicalDeviceProperties *properties) {
    uint32_t place;
    const Profile *profile = profileOf(physical, &place);
    instanceOf(physical)->GetPhysicalDeviceProperties(physical, properties);
    lower(profile, properties);
}

static void setDriver(const Profile *profile, VkDriverId *driver, char *name, char *info) {
    if (!profile->driver) return;
    *driver = profile->driver;
    snprintf(name, VK_MAX_DRIVER_NAME_SIZE, "%s", profile->driverName);
    snprintf(info, VK_MAX_DRIVER_INFO_SIZE, "profile %s on lavapipe", profile->name);
}

// Takes the structures out of a chain that a device of this version does not know, and remembers where they were.
typedef struct Gap {
    VkBaseOutStructure *before, *out;
} Gap;

static Gap unlinkNewer(const Profile *profile, void *head, VkStructureType newer) {
    Gap gap = {head, NULL};
    if (!isBefore13(profile)) return gap;
    while (gap.before->pNext && gap.before->pNext->sType != newer) gap.before = gap.before->pNext;
    gap.out = gap.before->pNext;
    if (gap.out) gap.before->pNext = gap.out->pNext;
    return gap;
}

static void relink(Gap gap) {
    if (gap.out) gap.before->pNext = gap.out;
}

static VKAPI_ATTR void VKAPI_CALL getProperties2(VkPhysicalDevice physical, VkPhysicalDeviceProperties2 *properties) {
    uint32_t place;
    const Profile *profile = profileOf(physical, &place);
    Gap gap = unlinkNewer(profile, properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES);
    instanceOf(physical)->GetPhysicalDeviceProperties2(physical, properties);
    lower(profile, &properties->properties);
    for (VkBaseOutStructure *entry = properties->pNext; entry; entry = entry->pNext) {
        if (entry->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES) {
            VkPhysicalDeviceDriverProperties *driver = (void *)entry;
            setDriver(profile, &driver->driverID, driver->driverName, driver->driverInfo);
        } else if (entry->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES) {
            VkPhysicalDeviceVulkan12Properties *driver = (void *)entry;
            setDriver(profile, &driver->driverID, driver->driverName, driver->driverInfo);
        } else if (entry->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES) {
            // Two devices of lavapipe have one number.
            ((VkPhysicalDeviceIDProperties *)(void *)entry)->deviceUUID[VK_UUID_SIZE - 1] ^= (uint8_t)(profile->device + place);
        } else if (entry->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES) {
            ((VkPhysicalDeviceVulkan11Properties *)(void *)entry)->deviceUUID[VK_UUID_SIZE - 1] ^= (uint8_t)(profile->device + place);
        } else if (entry->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRM_PROPERTIES_EXT) {
            drmNodes(place, (void *)entry);
        }
    }
    relink(gap);
}

// MARK: Features

static VKAPI_ATTR void VKAPI_CALL getFeatures(VkPhysicalDevice physical, VkPhysicalDeviceFeatures *features) {
    uint32_t place;
    const Profile *profile = profileOf(physical, &place);
    instanceOf(physical)->GetPhysicalDeviceFeatures(physical, features);
    if (profile->lacksWideNumbers) features->shaderInt64 = features->shaderFloat64 = features->shaderInt16 = VK_FALSE;
}

static VKAPI_ATTR void VKAPI_CALL getFeatures2(VkPhysicalDevice physical, VkPhysicalDeviceFeatures2 *features) {
    uint32_t place;
    const Profile *profile = profileOf(physical, &place);
    Gap gap = unlinkNewer(profile, features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
    instanceOf(physical)->GetPhysicalDeviceFeatures2(physical, features);
    if (profile->lacksWideNumbers) {
        features->features.shaderInt64 = features->features.shaderFloat64 = features->features.shaderInt16 = VK_FALSE;
        for (VkBaseOutStructure *entry = features->pNext; entry; entry = entry->pNext) {
            if (entry->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
                VkPhysicalDeviceVulkan12Features *more = (void *)entry;
                more->shaderFloat16 = more->shaderInt8 = more->shaderBufferInt64Atomics = more->shaderSharedInt64Atomics = VK_FALSE;
            } else if (entry->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES) {
                VkPhysicalDeviceShaderFloat16Int8Features *more = (void *)entry;
                more->shaderFloat16 = more->shaderInt8 = VK_FALSE;
            } else if (entry->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES) {
                VkPhysicalDeviceShaderAtomicInt64Features *more = (void *)entry;
                more->shaderBufferInt64Atomics = more->shaderSharedInt64Atomics = VK_FALSE;
            }
        }
    }
    relink(gap);
}

// MARK: Extensions

VKAPI_ATTR VkResult VKAPI_CALL enumerateExtensions(
    VkPhysicalDevice physical, const char *layer, uint32_t *count, VkExtensionProperties *answer) {
    if (layer && strcmp(layer, LAYER_NAME) == 0) return *count = 0, VK_SUCCESS;
    Instance *instance = instanceOf(physical);
    uint32_t place, below = 0, kept = 0;
    const Profile *profile = profileOf(physical, &place);
    if (layer) return instance->EnumerateDeviceExtensionProperties(physical, layer, count, answer);
    VkResult result = instance->EnumerateDeviceExtensionProperties(physical, NULL, &below, NULL);
    if (result != VK_SUCCESS) return result;
    VkExtensionProperties *all = calloc(below + MAX_NAMES, sizeof *all);
    if (!all) return VK_ERROR_OUT_OF_HOST_MEMORY;
    result = instance->EnumerateDeviceExtensionProperties(physical, NULL, &below, all);
    for (uint32_t index = 0; index < below; index++)
        if (!lacks(profile, all[index].extensionName) && !isAdded(profile, place, all[index].extensionName)) all[kept++] = all[index];
    for (const char *const *name = addedExtensions(profile, place); *name; name++) {
        snprintf(all[kept].extensionName, sizeof all[kept].extensionName, "%s", *name);
        all[kept++].specVersion = 1;
    }
    if (answer) {
        uint32_t copied = *count < kept ? *count : kept;
        memcpy(answer, all, copied * sizeof *all);
        *count = copied;
        if (copied < kept) result = VK_INCOMPLETE;
    } else {
        *count = kept;
    }
    free(all);
    return result;
}

// MARK: Memory types

static void setMemory(const Profile *profile, VkPhysicalDeviceMemoryProperties *memory) {
    if (!profile->typeCount) return;
    memset(memory, 0, sizeof *memory);
    memory->memoryHeapCount = profile->heapCount;
    memory->memoryTypeCount = profile->typeCount;
    memcpy(memory->memoryHeaps, profile->heaps, sizeof profile->heaps);
    memcpy(memory->memoryTypes, profile->types, sizeof profile->types);
}

static VKAPI_ATTR void VKAPI_CALL getMemory(VkPhysicalDevice physical, VkPhysicalDeviceMemoryProperties *memory) {
    uint32_t place;
    instanceOf(physical)->GetPhysicalDeviceMemoryProperties(physical, memory);
    setMemory(profileOf(physical, &place), memory);
}

static VKAPI_ATTR void VKAPI_CALL getMemory2(VkPhysicalDevice physical, VkPhysicalDeviceMemoryProperties2 *memory) {
    uint32_t place;
    instanceOf(physical)->GetPhysicalDeviceMemoryProperties2(physical, memory);
    setMemory(profileOf(physical, &place), &memory->memoryProperties);
}

// MARK: Formats

// Plain rows that the device cannot sample can still be copied.
static VkFormatFeatureFlags rowFeatures(const Profile *profile, VkFormatFeatureFlags features) {
    const VkFormatFeatureFlags sampled = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    return profile->dmabufs && !profile->samplesRows ? features & ~sampled : features;
}

static VKAPI_ATTR void VKAPI_CALL getFormat(VkPhysicalDevice physical, VkFormat format, VkFormatProperties *properties) {
    uint32_t place;
    instanceOf(physical)->GetPhysicalDeviceFormatProperties(physical, format, properties);
    properties->linearTilingFeatures = rowFeatures(profileOf(physical, &place), properties->linearTilingFeatures);
}

static VKAPI_ATTR void VKAPI_CALL getFormat2(VkPhysicalDevice physical, VkFormat format, VkFormatProperties2 *properties) {
    uint32_t place;
    const Profile *profile = profileOf(physical, &place);
    instanceOf(physical)->GetPhysicalDeviceFormatProperties2(physical, format, properties);
    VkFormatFeatureFlags *rows = &properties->formatProperties.linearTilingFeatures;
    *rows = rowFeatures(profile, *rows);
    for (VkBaseOutStructure *entry = properties->pNext; entry; entry = entry->pNext) {
        if (entry->sType == VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3) {
            VkFormatProperties3 *more = (void *)entry;
            more->linearTilingFeatures = (more->linearTilingFeatures & ~(VkFormatFeatureFlags2)UINT32_MAX) | *rows;
        } else if (entry->sType == VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_EXT && profile->dmabufs) {
            // The one modifier is that of plain rows, DRM_FORMAT_MOD_LINEAR, which is 0.
            VkDrmFormatModifierPropertiesListEXT *list = (void *)entry;
            uint32_t room = list->drmFormatModifierCount;
            list->drmFormatModifierCount = *rows ? 1 : 0;
            if (list->pDrmFormatModifierProperties && room > 0 && *rows)
                list->pDrmFormatModifierProperties[0] = (VkDrmFormatModifierPropertiesEXT){0, 1, *rows};
        } else if (entry->sType == VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_2_EXT && profile->dmabufs) {
            VkDrmFormatModifierPropertiesList2EXT *list = (void *)entry;
            uint32_t room = list->drmFormatModifierCount;
            list->drmFormatModifierCount = *rows ? 1 : 0;
            if (list->pDrmFormatModifierProperties && room > 0 && *rows)
                list->pDrmFormatModifierProperties[0] = (VkDrmFormatModifierProperties2EXT){0, 1, *rows};
        }
    }
}

static void lowerExtent(const Profile *profile, VkExtent3D *extent) {
    extent->width = least(extent->width, profile->imageSide);
    extent->height = least(extent->height, profile->imageSide);
    extent->depth = least(extent->depth, profile->imageSide);
}

static VKAPI_ATTR VkResult VKAPI_CALL getImageFormat(
    VkPhysicalDevice physical, VkFormat format, VkImageType type, VkImageTiling tiling, VkImageUsageFlags usage,
    VkImageCreateFlags flags, VkImageFormatProperties *properties) {
    uint32_t place;
    const Profile *profile = profileOf(physical, &place);
    bool samplesRows = tiling == VK_IMAGE_TILING_LINEAR && usage & VK_IMAGE_USAGE_SAMPLED_BIT;
    if (samplesRows && profile->dmabufs && !profile->samplesRows) return VK_ERROR_FORMAT_NOT_SUPPORTED;
    VkResult result = instanceOf(physical)->GetPhysicalDeviceImageFormatProperties(
        physical, format, type, tiling, usage, flags, properties);
    lowerExtent(profile, &properties->maxExtent);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL getImageFormat2(
    VkPhysicalDevice physical, const VkPhysicalDeviceImageFormatInfo2 *info, VkImageFormatProperties2 *properties) {
    uint32_t place;
    const Profile *profile = profileOf(physical, &place);
    Instance *instance = instanceOf(physical);
    VkPhysicalDeviceImageFormatInfo2 below = *info;
    void *answers = properties->pNext;
    bool isForeign = profile->dmabufs && info->tiling == VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT;
    if (isForeign) {
        // lavapipe is asked for plain rows of its own; the layer brings foreign ones there.
        below.tiling = VK_IMAGE_TILING_LINEAR;
        below.pNext = NULL;
        properties->pNext = NULL;
    }
    if (below.tiling == VK_IMAGE_TILING_LINEAR && below.usage & VK_IMAGE_USAGE_SAMPLED_BIT && profile->dmabufs && !profile->samplesRows)
        return properties->pNext = answers, VK_ERROR_FORMAT_NOT_SUPPORTED;
    VkResult result = instance->GetPhysicalDeviceImageFormatProperties2(physical, &below, properties);
    properties->pNext = answers;
    lowerExtent(profile, &properties->imageFormatProperties.maxExtent);
    const VkPhysicalDeviceExternalImageFormatInfo *external =
        findInChain(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO);
    for (VkBaseOutStructure *entry = answers; isForeign && external && entry; entry = entry->pNext)
        if (entry->sType == VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES) {
            bool isKnown = external->handleType == VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT;
            ((VkExternalImageFormatProperties *)(void *)entry)->externalMemoryProperties = (VkExternalMemoryProperties){
                isKnown ? VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT : 0, 0, isKnown ? external->handleType : 0};
        }
    return result;
}

static VKAPI_ATTR void VKAPI_CALL getExternalBuffer(
    VkPhysicalDevice physical, const VkPhysicalDeviceExternalBufferInfo *info, VkExternalBufferProperties *properties) {
    uint32_t place;
    const Profile *profile = profileOf(physical, &place);
    if (profile->dmabufs && info->handleType == VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT)
        properties->externalMemoryProperties =
            (VkExternalMemoryProperties){VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT, 0, info->handleType};
    else
        instanceOf(physical)->GetPhysicalDeviceExternalBufferProperties(physical, info, properties);
}

// MARK: Surfaces

static VKAPI_ATTR VkResult VKAPI_CALL getSurfaceFormats(
    VkPhysicalDevice physical, VkSurfaceKHR surface, uint32_t *count, VkSurfaceFormatKHR *formats) {
    uint32_t place;
    if (profileOf(physical, &place)->losesSurface) return VK_ERROR_SURFACE_LOST_KHR;
    return instanceOf(physical)->GetPhysicalDeviceSurfaceFormatsKHR(physical, surface, count, formats);
}

static VKAPI_ATTR VkResult VKAPI_CALL getSurfaceFormats2(
    VkPhysicalDevice physical, const VkPhysicalDeviceSurfaceInfo2KHR *info, uint32_t *count, VkSurfaceFormat2KHR *formats) {
    uint32_t place;
    if (profileOf(physical, &place)->losesSurface) return VK_ERROR_SURFACE_LOST_KHR;
    return instanceOf(physical)->GetPhysicalDeviceSurfaceFormats2KHR(physical, info, count, formats);
}

const Command factCommands[] = {
    COMMAND("GetPhysicalDeviceProperties", getProperties),
    COMMAND("GetPhysicalDeviceProperties2", getProperties2),
    COMMAND("GetPhysicalDeviceFeatures", getFeatures),
    COMMAND("GetPhysicalDeviceFeatures2", getFeatures2),
    COMMAND("EnumerateDeviceExtensionProperties", enumerateExtensions),
    COMMAND("GetPhysicalDeviceMemoryProperties", getMemory),
    COMMAND("GetPhysicalDeviceMemoryProperties2", getMemory2),
    COMMAND("GetPhysicalDeviceFormatProperties", getFormat),
    COMMAND("GetPhysicalDeviceFormatProperties2", getFormat2),
    COMMAND("GetPhysicalDeviceImageFormatProperties", getImageFormat),
    COMMAND("GetPhysicalDeviceImageFormatProperties2", getImageFormat2),
    COMMAND("GetPhysicalDeviceExternalBufferProperties", getExternalBuffer),
    COMMAND("GetPhysicalDeviceSurfaceFormatsKHR", getSurfaceFormats),
    COMMAND("GetPhysicalDeviceSurfaceFormats2KHR", getSurfaceFormats2),
    {NULL, NULL},
};
