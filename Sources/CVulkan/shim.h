#pragma once
struct wl_display;
struct wl_surface;
#define VK_USE_PLATFORM_WAYLAND_KHR 1
#include <vulkan/vulkan.h>
