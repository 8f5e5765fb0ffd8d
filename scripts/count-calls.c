// Counts what a running program allocates and what it asks Vulkan to make; preloaded by the test of the steady stream.
//
// Counted are allocations that the program's own code or the Swift runtime asks for, by thread. What drivers and C
// libraries allocate for themselves is theirs. The counts live in the file that VIEWFINDER_COUNTS names, so that they
// can be read at any moment; with VIEWFINDER_COUNTS_TRACE=N each allocation after N presents is traced to stderr.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { THREADS = 64, RANGES = 64, FRAMES = 40 };

// Read by CallCounts.swift: the layout is the file's format.
struct Counts {
    _Atomic uint64_t objects;
    _Atomic uint64_t presents;
    struct {
        char name[16];
        _Atomic uint64_t allocations;
    } threads[THREADS];
};

static struct Counts *counts;
static struct { uintptr_t start, end; } ours[RANGES];
static int rangeCount;
static uint64_t traceAfter = UINT64_MAX;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// Initial-exec: the general model allocates.
static __thread bool isInside __attribute__((tls_model("initial-exec")));

static void *(*realMalloc)(size_t);
static void *(*realCalloc)(size_t, size_t);
static void *(*realRealloc)(void *, size_t);
static void *(*realAlignedAlloc)(size_t, size_t);
static int (*realPosixMemalign)(void **, size_t, size_t);

// dlsym allocates before the real allocator is known.
static char early[4096];
static size_t earlyUsed;

static void *earlyAllocation(size_t size) {
    size_t start = (earlyUsed + 15) / 16 * 16;
    if (start + size > sizeof early) abort();
    earlyUsed = start + size;
    return early + start;
}

static bool isEarly(const void *address) {
    return (const char *)address >= early && (const char *)address < early + sizeof early;
}

static int addModule(struct dl_phdr_info *info, size_t size, void *isFirst) {
    (void)size;
    const char *slash = strrchr(info->dlpi_name, '/');
    const char *name = slash ? slash + 1 : info->dlpi_name;
    bool isMain = *(bool *)isFirst;
    *(bool *)isFirst = false;
    if (!isMain && strncmp(name, "libswift", 8) != 0) return 0;
    for (int i = 0; i < info->dlpi_phnum && rangeCount < RANGES; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
        ours[rangeCount].start = info->dlpi_addr + header->p_vaddr;
        ours[rangeCount++].end = info->dlpi_addr + header->p_vaddr + header->p_memsz;
    }
    return 0;
}

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("VIEWFINDER_COUNTS");
    const char *after = getenv("VIEWFINDER_COUNTS_TRACE");
    if (after) traceAfter = strtoull(after, NULL, 10);
    if (!path) return;
    void *frames[2];
    backtrace(frames, 2); // loads its library now, not in the middle of an allocation
    bool isFirst = true;
    dl_iterate_phdr(addModule, &isFirst);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, sizeof(struct Counts)) < 0) return;
    void *memory = mmap(NULL, sizeof(struct Counts), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED) counts = memory;
}

static void countAllocation(const void *caller) {
    if (!counts || isInside) return;
    bool isOurs = false;
    for (int i = 0; i < rangeCount && !isOurs; i++)
        isOurs = (uintptr_t)caller >= ours[i].start && (uintptr_t)caller < ours[i].end;
    if (!isOurs) return;
    isInside = true;
    char name[16] = {0};
    pthread_getname_np(pthread_self(), name, sizeof name);
    int slot = 0;
    while (slot < THREADS - 1 && counts->threads[slot].name[0] && strcmp(counts->threads[slot].name, name)) slot++;
    if (!counts->threads[slot].name[0]) {
        pthread_mutex_lock(&lock);
        for (slot = 0; slot < THREADS - 1 && counts->threads[slot].name[0]; slot++)
            if (!strcmp(counts->threads[slot].name, name)) break;
        memcpy(counts->threads[slot].name, name, sizeof name);
        pthread_mutex_unlock(&lock);
    }
    counts->threads[slot].allocations++;
    if (counts->presents > traceAfter) {
        void *frames[FRAMES];
        int depth = backtrace(frames, FRAMES);
        (void)!write(STDERR_FILENO, name, strlen(name));
        (void)!write(STDERR_FILENO, ":\n", 2);
        backtrace_symbols_fd(frames + 2, depth - 2, STDERR_FILENO);
    }
    isInside = false;
}

#define REAL(pointer, name) \
    if (!pointer) *(void **)&pointer = dlsym(RTLD_NEXT, name)

void *malloc(size_t size) {
    REAL(realMalloc, "malloc");
    countAllocation(__builtin_return_address(0));
    return realMalloc(size);
}

void *calloc(size_t count, size_t size) {
    static __thread bool isResolving __attribute__((tls_model("initial-exec")));
    if (!realCalloc) {
        if (isResolving) return earlyAllocation(count * size);
        isResolving = true;
        REAL(realCalloc, "calloc");
        isResolving = false;
    }
    countAllocation(__builtin_return_address(0));
    return realCalloc(count, size);
}

void *realloc(void *old, size_t size) {
    REAL(realRealloc, "realloc");
    countAllocation(__builtin_return_address(0));
    return realRealloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    REAL(realAlignedAlloc, "aligned_alloc");
    countAllocation(__builtin_return_address(0));
    return realAlignedAlloc(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    REAL(realPosixMemalign, "posix_memalign");
    countAllocation(__builtin_return_address(0));
    return realPosixMemalign(result, alignment, size);
}

void free(void *address) {
    static void (*real)(void *);
    if (isEarly(address)) return;
    REAL(real, "free");
    real(address);
}

// Vulkan's functions take at most six arguments, all of them pointers or numbers of a register's size.
#define FORWARDED(name, counter)                                                                                 \
    uintptr_t name(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, uintptr_t f) {               \
        static uintptr_t (*real)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);              \
        REAL(real, #name);                                                                                       \
        if (counts) counts->counter++;                                                                           \
        return real(a, b, c, d, e, f);                                                                           \
    }

FORWARDED(vkAllocateCommandBuffers, objects)
FORWARDED(vkAllocateDescriptorSets, objects)
FORWARDED(vkAllocateMemory, objects)
FORWARDED(vkCreateBuffer, objects)
FORWARDED(vkCreateBufferView, objects)
FORWARDED(vkCreateCommandPool, objects)
FORWARDED(vkCreateComputePipelines, objects)
FORWARDED(vkCreateDescriptorPool, objects)
FORWARDED(vkCreateDescriptorSetLayout, objects)
FORWARDED(vkCreateEvent, objects)
FORWARDED(vkCreateFence, objects)
FORWARDED(vkCreateGraphicsPipelines, objects)
FORWARDED(vkCreateImage, objects)
FORWARDED(vkCreateImageView, objects)
FORWARDED(vkCreatePipelineCache, objects)
FORWARDED(vkCreatePipelineLayout, objects)
FORWARDED(vkCreateQueryPool, objects)
FORWARDED(vkCreateSampler, objects)
FORWARDED(vkCreateSemaphore, objects)
FORWARDED(vkCreateShaderModule, objects)
FORWARDED(vkCreateSwapchainKHR, objects)
FORWARDED(vkQueuePresentKHR, presents)
