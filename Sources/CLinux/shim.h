#pragma once
#include <fcntl.h>
#include <link.h>
#include <linux/dma-buf.h>
#include <linux/fs.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// GNU extensions: Swift imports the C library without _GNU_SOURCE, which hides them.
int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
int pthread_setname_np(pthread_t thread, const char *name);
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
