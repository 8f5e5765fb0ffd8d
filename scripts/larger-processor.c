// Makes the processor a larger one for a program that traces others, the lab's kernel: a traced program's registers take
// VIEWFINDER_REGISTERS bytes, of which the real ones are the first, and only all of them can be set, as the kernel has it. With 0 nothing may be traced at all.
// Preloaded by the tests of the lab's host.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>

long ptrace(enum __ptrace_request request, ...) {
    static long (*next)(enum __ptrace_request, ...);
    // More than any processor has.
    static char real[1 << 16];
    if (!next) next = (long (*)(enum __ptrace_request, ...))dlsym(RTLD_NEXT, "ptrace");
    va_list list;
    va_start(list, request);
    pid_t process = va_arg(list, pid_t);
    void *address = va_arg(list, void *);
    struct iovec *wanted = va_arg(list, struct iovec *);
    va_end(list);

    const char *bytes = getenv("VIEWFINDER_REGISTERS");
    size_t size = bytes ? strtoul(bytes, NULL, 10) : 0;
    if (size == 0) {
        errno = EPERM;
        return -1;
    }
    int taken = request == PTRACE_GETREGSET, set = request == PTRACE_SETREGSET;
    if (!(taken || set) || (uintptr_t)address != NT_X86_XSTATE) return next(request, process, address, wanted);

    // What is set must be as long as the real ones are, too.
    struct iovec vector = {real, sizeof real};
    if (next(PTRACE_GETREGSET, process, address, &vector) < 0) return -1;
    if (taken) {
        if (wanted->iov_len > size) wanted->iov_len = size;
        memset(wanted->iov_base, 0, wanted->iov_len);
        memcpy(wanted->iov_base, real, wanted->iov_len < vector.iov_len ? wanted->iov_len : vector.iov_len);
        return 0;
    }
    if (wanted->iov_len < size || size < vector.iov_len) {
        errno = EFAULT;
        return -1;
    }
    vector.iov_base = wanted->iov_base;
    return next(request, process, address, &vector);
}
