// Hides a global of the compositor, wl_subcompositor, from the program; preloaded by the tests of a compositor that has none.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

union argument {
    int32_t i;
    uint32_t u;
    const char *s;
    void *o;
};

typedef int dispatcher(const void *, void *, uint32_t, const void *, union argument *);

const char *wl_proxy_get_class(void *proxy) __attribute__((weak));

static dispatcher *registry_dispatcher;

static int dispatch(
    const void *implementation, void *proxy, uint32_t opcode, const void *message, union argument *arguments) {
    // The registry's first event is "global": number, interface, version.
    if (opcode == 0 && strcmp(arguments[1].s, "wl_subcompositor") == 0) return 0;
    return registry_dispatcher(implementation, proxy, opcode, message, arguments);
}

int wl_proxy_add_dispatcher(void *proxy, dispatcher *own, const void *implementation, void *data) {
    static int (*next)(void *, dispatcher *, const void *, void *);
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, "wl_proxy_add_dispatcher");
    if (strcmp(wl_proxy_get_class(proxy), "wl_registry") != 0) return next(proxy, own, implementation, data);
    registry_dispatcher = own;
    return next(proxy, dispatch, implementation, data);
}
