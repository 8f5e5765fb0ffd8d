// What the probe's checks share: an instance, a device, buffers, and a copy on the device.
#ifndef VIEWFINDER_PROBE_H
#define VIEWFINDER_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

typedef struct GPU {
    VkInstance instance;
    uint32_t deviceCount;
    VkPhysicalDevice devices[4], physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    VkDebugUtilsMessengerEXT messenger;
    int messages;  // What the validation layer said since it was last set to 0.
} GPU;

typedef struct Buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    unsigned char *bytes;  // The mapping; NULL where there is none.
    size_t count;
} Buffer;

// Says in a sentence what is not as it should be, and ends the probe with 1.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define EXPECT(condition, ...) do { if (!(condition)) fail(__VA_ARGS__); } while (0)

// Starts Vulkan, with validation or without.
GPU startInstance(bool validates);
// Opens the first device with what of our extensions it has, and with robust access to buffers or not; returns the driver's answer.
VkResult tryToOpen(GPU *gpu, bool isRobust);
// Opens it with robust access.
void openDevice(GPU *gpu);
bool hasExtension(const GPU *gpu, const char *name);

// Finds a type of memory with these properties; with exactly these where it says so. UINT32_MAX where there is none.
uint32_t memoryType(const GPU *gpu, VkMemoryPropertyFlags flags, bool exactly);
Buffer makeBuffer(const GPU *gpu, size_t count, uint32_t type, bool isMapped);
// Makes a buffer on memory of others: a file's, or on pages. Returns the driver's answer.
VkResult importFile(const GPU *gpu, int file, size_t count, Buffer *buffer);
VkResult importPages(const GPU *gpu, void *pages, size_t count, Buffer *buffer);
void freeBuffer(const GPU *gpu, Buffer *buffer);

// Copies on the device and waits; returns the first answer that is no success.
VkResult copyBuffer(const GPU *gpu, const Buffer *from, const Buffer *to);
// Copies the only level of an image there.
VkResult copyImage(const GPU *gpu, VkImage from, VkExtent3D extent, const Buffer *to);
// Submits nothing, and waits for its end.
VkResult submitNothing(const GPU *gpu);

// A file in memory that stands for a dma-buf, and its mapping.
int makeFile(size_t count, unsigned char **bytes);
void fillWithNoise(unsigned char *bytes, size_t count, uint32_t seed);

#endif
