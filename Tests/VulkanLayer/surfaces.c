// Surfaces of Wayland windows, as a compositor with explicit synchronisation sees them (linux-drm-syncobj-v1).
//
// Mesa asks the compositor for a synchronisation object for a wl_surface when the first swapchain of a VkSurfaceKHR is made, and gives it
// back with the VkSurfaceKHR. A second one for the same wl_surface is a protocol error (surface_exists), which ends the connection: it
// comes where a VkSurfaceKHR that has had a swapchain was left behind. Compositors without the protocol let it pass; the layer does not.
#include "layer.h"

#include <stdlib.h>

typedef struct Surface {
    VkSurfaceKHR handle;
    const void *window;
    bool hasSwapchain;
    struct Surface *following;
} Surface;

static Surface *surfaces;

static Surface *surfaceOf(VkSurfaceKHR handle) {
    Surface *found = surfaces;
    while (found && found->handle != handle) found = found->following;
    return found;
}

static VKAPI_ATTR VkResult VKAPI_CALL createSurface(
    VkInstance handle, const VkWaylandSurfaceCreateInfoKHR *info, const VkAllocationCallbacks *allocator, VkSurfaceKHR *made) {
    Surface *surface = calloc(1, sizeof *surface);
    VkResult result = surface ? instanceOf(handle)->CreateWaylandSurfaceKHR(handle, info, allocator, made) : VK_ERROR_OUT_OF_HOST_MEMORY;
    if (result != VK_SUCCESS) return free(surface), result;
    *surface = (Surface){.handle = *made, .window = info->surface};
    pthread_mutex_lock(&objects);
    surface->following = surfaces;
    surfaces = surface;
    pthread_mutex_unlock(&objects);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL destroySurface(VkInstance handle, VkSurfaceKHR made, const VkAllocationCallbacks *allocator) {
    pthread_mutex_lock(&objects);
    Surface **place = &surfaces;
    while (*place && (*place)->handle != made) place = &(*place)->following;
    Surface *gone = *place;
    if (gone) *place = gone->following;
    pthread_mutex_unlock(&objects);
    free(gone);
    instanceOf(handle)->DestroySurfaceKHR(handle, made, allocator);
}

void judgeSwapchain(VkSurfaceKHR handle) {
    pthread_mutex_lock(&objects);
    const Surface *own = surfaceOf(handle);
    for (const Surface *each = surfaces; own && each; each = each->following)
        if (each != own && each->window == own->window && each->hasSwapchain)
            forbid("a second surface on a wl_surface, whose first one is still there: the compositor ends the connection");
    pthread_mutex_unlock(&objects);
}

void noteSwapchain(VkSurfaceKHR handle) {
    pthread_mutex_lock(&objects);
    Surface *own = surfaceOf(handle);
    if (own) own->hasSwapchain = true;
    pthread_mutex_unlock(&objects);
}

const Command surfaceCommands[] = {
    COMMAND("CreateWaylandSurfaceKHR", createSurface),
    COMMAND("DestroySurfaceKHR", destroySurface),
    {NULL, NULL},
};
