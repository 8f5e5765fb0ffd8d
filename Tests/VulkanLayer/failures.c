// Failures at the n-th call of those that can have them: the device is lost, memory is used up, or the call never returns. Or the
// device hangs: from the n-th submission on it is never done with what it gets. No wait for that has an end other than its limit, which
// has passed at once, and what is presented never comes to the compositor, whose commit would wait for the drawing.
//
// The number of calls is written when the instance and when the process ends, so that a test can go through each n: it runs once
// with `lost:0`, reads the number, and runs once more for each n up to it. Where VIEWFINDER_LAYER_FROM names a file, calls count from
// the moment on at which it is there, so that a test can let them fail in the middle of something.
#include "layer.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_ullong calls;

// True once calls count.
static bool hasBegun(void) {
    static atomic_bool begun;
    if (begun) return true;
    const char *path = getenv("VIEWFINDER_LAYER_FROM");
    begun = !path || access(path, F_OK) == 0;
    return begun;
}

VkResult failureOf(Device *device, Kinds kinds) {
    if (device && device->isLost && kinds & LOSS) return VK_ERROR_DEVICE_LOST;
    const Failure *failure = chosenFailure();
    bool isNone = failure->result == VK_SUCCESS || failure->timesOut;
    Kinds wanted = failure->result == VK_ERROR_DEVICE_LOST ? LOSS : isNone ? 0 : MEMORY;
    if (!(kinds & wanted) || !hasBegun()) return VK_SUCCESS;
    uint64_t call = atomic_fetch_add(&calls, 1) + 1;
    bool fails = false;
    for (size_t index = 0; index < MAX_FAILURES; index++) fails = fails || failure->at[index] == call;
    if (!fails) return VK_SUCCESS;
    while (failure->hangs) pause();
    if (wanted == LOSS && device) {
        device->isLost = true;
        // What was submitted before is given up; lavapipe would still be at it while its objects go.
        device->DeviceWaitIdle(device->handle);
    }
    return failure->result;
}

void forbid(const char *words) {
    fprintf(stderr, "%s: %s\n", LAYER_NAME, words);
    _exit(70);
}

// MARK: Devices that hang

// Counts a submission where devices hang, and lets its device do so where its number was chosen.
static void noteSubmission(Device *device, VkFence fence) {
    const Failure *failure = chosenFailure();
    if (!failure->timesOut || !hasBegun()) return;
    uint64_t call = atomic_fetch_add(&calls, 1) + 1;
    pthread_mutex_lock(&objects);
    for (size_t index = 0; index < MAX_FAILURES; index++) device->isStuck = device->isStuck || failure->at[index] == call;
    if (device->isStuck && fence) {
        VkFence *more = realloc(device->stuck, (device->stuckCount + 1) * sizeof *more);
        if (!more) forbid("no memory");
        device->stuck = more;
        device->stuck[device->stuckCount++] = fence;
    }
    pthread_mutex_unlock(&objects);
}

static bool isStuck(Device *device, VkFence fence) {
    pthread_mutex_lock(&objects);
    bool found = false;
    for (size_t index = 0; index < device->stuckCount; index++) found = found || device->stuck[index] == fence;
    pthread_mutex_unlock(&objects);
    return found;
}

void waitForStuck(Device *device) {
    while (device->isStuck) pause();
}

void reportFailures(void) {
    const char *path = getenv("VIEWFINDER_LAYER_REPORT");
    if (!path || chosenFailure()->result == VK_SUCCESS) return;
    FILE *file = fopen(path, "w");
    if (!file) return;
    fprintf(file, "%llu\n", (unsigned long long)atomic_load(&calls));
    fclose(file);
}

__attribute__((destructor)) static void reportAtExit(void) { reportFailures(); }

// MARK: Commands that can fail

#define FAIL(device, kinds) \
    VkResult failed = failureOf(device, kinds); \
    if (failed != VK_SUCCESS) return failed

static VKAPI_ATTR VkResult VKAPI_CALL queueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *infos, VkFence fence) {
    Device *device = deviceOf(queue);
    FAIL(device, MEMORY | LOSS);
    noteSubmission(device, fence);
    refreshImports(device, queue);
    return device->QueueSubmit(queue, count, infos, fence);
}

static VKAPI_ATTR VkResult VKAPI_CALL queueSubmit2(VkQueue queue, uint32_t count, const VkSubmitInfo2 *infos, VkFence fence) {
    Device *device = deviceOf(queue);
    FAIL(device, MEMORY | LOSS);
    noteSubmission(device, fence);
    refreshImports(device, queue);
    return device->QueueSubmit2(queue, count, infos, fence);
}

static VKAPI_ATTR VkResult VKAPI_CALL queueWaitIdle(VkQueue queue) {
    Device *device = deviceOf(queue);
    FAIL(device, MEMORY | LOSS);
    waitForStuck(device);
    return device->QueueWaitIdle(queue);
}

static VKAPI_ATTR VkResult VKAPI_CALL deviceWaitIdle(VkDevice handle) {
    Device *device = deviceOf(handle);
    FAIL(device, MEMORY | LOSS);
    waitForStuck(device);
    return device->DeviceWaitIdle(handle);
}

static VKAPI_ATTR VkResult VKAPI_CALL waitForFences(
    VkDevice handle, uint32_t count, const VkFence *fences, VkBool32 all, uint64_t patience) {
    Device *device = deviceOf(handle);
    FAIL(device, MEMORY | LOSS);
    uint32_t stuck = 0;
    for (uint32_t index = 0; index < count; index++) stuck += isStuck(device, fences[index]) ? 1 : 0;
    if (stuck > 0 && !all && stuck < count) forbid("the layer does not wait for one of several fences on a device that hangs");
    if (stuck > 0) return VK_TIMEOUT;
    // A program has less patience with a card than with a processor, which plays the card here and compiles at the first use.
    const uint64_t second = 1000000000;
    if (patience >= second && patience < 60 * second) patience = 60 * second;
    return device->WaitForFences(handle, count, fences, all, patience);
}

static VKAPI_ATTR VkResult VKAPI_CALL getFenceStatus(VkDevice handle, VkFence fence) {
    Device *device = deviceOf(handle);
    FAIL(device, MEMORY | LOSS);
    return isStuck(device, fence) ? VK_NOT_READY : device->GetFenceStatus(handle, fence);
}

static VKAPI_ATTR void VKAPI_CALL destroyFence(VkDevice handle, VkFence fence, const VkAllocationCallbacks *allocator) {
    Device *device = deviceOf(handle);
    if (fence && isStuck(device, fence)) forbid("a fence is destroyed that the device is still to signal");
    device->DestroyFence(handle, fence, allocator);
}

static VKAPI_ATTR VkResult VKAPI_CALL getQueryResults(
    VkDevice handle, VkQueryPool pool, uint32_t first, uint32_t count, size_t size, void *data, VkDeviceSize stride,
    VkQueryResultFlags flags) {
    Device *device = deviceOf(handle);
    FAIL(device, MEMORY | LOSS);
    if (device->isStuck) return VK_NOT_READY;
    return device->GetQueryPoolResults(handle, pool, first, count, size, data, stride, flags);
}

static VKAPI_ATTR VkResult VKAPI_CALL queuePresent(VkQueue queue, const VkPresentInfoKHR *info) {
    Device *device = deviceOf(queue);
    FAIL(device, MEMORY | LOSS);
    if (device->isStuck) {
        for (uint32_t index = 0; info->pResults && index < info->swapchainCount; index++) info->pResults[index] = VK_SUCCESS;
        return VK_SUCCESS;
    }
    return device->QueuePresentKHR(queue, info);
}

static VKAPI_ATTR VkResult VKAPI_CALL acquireNextImage(
    VkDevice handle, VkSwapchainKHR swapchain, uint64_t patience, VkSemaphore semaphore, VkFence fence, uint32_t *index) {
    Device *device = deviceOf(handle);
    FAIL(device, MEMORY | LOSS);
    return device->AcquireNextImageKHR(handle, swapchain, patience, semaphore, fence, index);
}

static VKAPI_ATTR VkResult VKAPI_CALL allocateSets(
    VkDevice handle, const VkDescriptorSetAllocateInfo *info, VkDescriptorSet *sets) {
    Device *device = deviceOf(handle);
    FAIL(device, MEMORY);
    return device->AllocateDescriptorSets(handle, info, sets);
}

static VKAPI_ATTR VkResult VKAPI_CALL allocateCommands(
    VkDevice handle, const VkCommandBufferAllocateInfo *info, VkCommandBuffer *buffers) {
    Device *device = deviceOf(handle);
    FAIL(device, MEMORY);
    VkResult result = device->AllocateCommandBuffers(handle, info, buffers);
    for (uint32_t index = 0; result == VK_SUCCESS && index < info->commandBufferCount; index++)
        noteMade(device, (uint64_t)(uintptr_t)buffers[index], "CommandBuffer");
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL beginCommands(VkCommandBuffer buffer, const VkCommandBufferBeginInfo *info) {
    Device *device = deviceOf(buffer);
    FAIL(device, MEMORY);
    return device->BeginCommandBuffer(buffer, info);
}

static VKAPI_ATTR VkResult VKAPI_CALL endCommands(VkCommandBuffer buffer) {
    Device *device = deviceOf(buffer);
    FAIL(device, MEMORY);
    return device->EndCommandBuffer(buffer);
}

static VkResult notePipelines(Device *device, VkResult result, uint32_t count, const VkPipeline *pipelines) {
    for (uint32_t index = 0; result == VK_SUCCESS && index < count; index++)
        noteMade(device, (uint64_t)(uintptr_t)pipelines[index], "Pipeline");
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL createComputePipelines(
    VkDevice handle, VkPipelineCache cache, uint32_t count, const VkComputePipelineCreateInfo *infos,
    const VkAllocationCallbacks *allocator, VkPipeline *pipelines) {
    Device *device = deviceOf(handle);
    FAIL(device, MEMORY);
    return notePipelines(device, device->CreateComputePipelines(handle, cache, count, infos, allocator, pipelines), count, pipelines);
}

static VKAPI_ATTR VkResult VKAPI_CALL createGraphicsPipelines(
    VkDevice handle, VkPipelineCache cache, uint32_t count, const VkGraphicsPipelineCreateInfo *infos,
    const VkAllocationCallbacks *allocator, VkPipeline *pipelines) {
    Device *device = deviceOf(handle);
    FAIL(device, MEMORY);
    return notePipelines(device, device->CreateGraphicsPipelines(handle, cache, count, infos, allocator, pipelines), count, pipelines);
}

#define MAKE(type, description, kinds) \
    static VKAPI_ATTR VkResult VKAPI_CALL make##type( \
        VkDevice handle, const description *info, const VkAllocationCallbacks *allocator, Vk##type *made) { \
        Device *device = deviceOf(handle); \
        FAIL(device, kinds); \
        VkResult result = device->Create##type(handle, info, allocator, made); \
        if (result == VK_SUCCESS) noteMade(device, (uint64_t)(uintptr_t)*made, #type); \
        return result; \
    }
#define X(type) MAKE(type, Vk##type##CreateInfo, MEMORY)
MAKING_COMMANDS(X)
#undef X

// A swapchain can be the first to hear of the loss.
static VKAPI_ATTR VkResult VKAPI_CALL makeSwapchainKHR(
    VkDevice handle, const VkSwapchainCreateInfoKHR *info, const VkAllocationCallbacks *allocator, VkSwapchainKHR *made) {
    Device *device = deviceOf(handle);
    FAIL(device, MEMORY | LOSS);
    judgeSwapchain(info->surface);
    VkResult result = device->CreateSwapchainKHR(handle, info, allocator, made);
    if (result == VK_SUCCESS) noteMade(device, (uint64_t)(uintptr_t)*made, "SwapchainKHR");
    if (result == VK_SUCCESS) noteSwapchain(info->surface);
    return result;
}

const Command failureCommands[] = {
    COMMAND("QueueSubmit", queueSubmit),
    COMMAND("QueueSubmit2", queueSubmit2),
    COMMAND("QueueWaitIdle", queueWaitIdle),
    COMMAND("DeviceWaitIdle", deviceWaitIdle),
    COMMAND("WaitForFences", waitForFences),
    COMMAND("GetFenceStatus", getFenceStatus),
    COMMAND("DestroyFence", destroyFence),
    COMMAND("GetQueryPoolResults", getQueryResults),
    COMMAND("QueuePresentKHR", queuePresent),
    COMMAND("AcquireNextImageKHR", acquireNextImage),
    COMMAND("AllocateDescriptorSets", allocateSets),
    COMMAND("AllocateCommandBuffers", allocateCommands),
    COMMAND("BeginCommandBuffer", beginCommands),
    COMMAND("EndCommandBuffer", endCommands),
    COMMAND("CreateComputePipelines", createComputePipelines),
    COMMAND("CreateGraphicsPipelines", createGraphicsPipelines),
    COMMAND("CreateSwapchainKHR", makeSwapchainKHR),
#define X(type) COMMAND("Create" #type, make##type),
    MAKING_COMMANDS(X)
#undef X
    {NULL, NULL},
};
