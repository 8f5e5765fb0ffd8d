#pragma once
#include <fcntl.h>
#include <link.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/fs.h>
#include <linux/udmabuf.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// GNU extensions: Swift imports the C library without _GNU_SOURCE, which hides them.
int memfd_create(const char *name, unsigned int flags);
int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
int pthread_setname_np(pthread_t thread, const char *name);
int fallocate(int descriptor, int mode, off_t offset, off_t count);
int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);

// linux/fcntl.h: a macro of several values, and one that the C library hides.
static const int o_tmpfile = 020000000 | O_DIRECTORY;

// The beginning of struct dl_phdr_info.
struct loaded_library {
    ElfW(Addr) address;
    const char *name;
    const ElfW(Phdr) *headers;
    ElfW(Half) header_count;
};
int dl_iterate_phdr(int (*visit)(struct loaded_library *library, size_t size, void *context), void *context);

// ioctl takes variable arguments, which Swift does not call; its number is a macro that Swift does not import.
static inline int dma_buf_sync_on(int descriptor, unsigned long long flags) {
    struct dma_buf_sync sync = {flags};
    return ioctl(descriptor, DMA_BUF_IOCTL_SYNC, &sync);
}

// The constants of linux/memfd.h and of fcntl.h that the C library hides.
static const unsigned int memory_file_sealable = 3;
static const int add_seals = 1033, seal_seal = 1, seal_shrink = 2, seal_grow = 4;

// A dma-buf of a file in memory, by /dev/udmabuf.
static inline int udmabuf_create_of(int device, int file, unsigned long long size) {
    struct udmabuf_create create = {(unsigned int)file, UDMABUF_FLAGS_CLOEXEC, 0, size};
    return ioctl(device, UDMABUF_CREATE, &create);
}

// A dma-buf of a heap below /dev/dma_heap.
static inline int dma_heap_allocate_of(int heap, unsigned long long size) {
    struct dma_heap_allocation_data data = {size, 0, O_RDWR | O_CLOEXEC, 0};
    return ioctl(heap, DMA_HEAP_IOCTL_ALLOC, &data) == -1 ? -1 : (int)data.fd;
}
