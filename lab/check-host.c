// Tries what the guest's kernel does on this host with its programs: it traces them, takes and sets their registers, and holds their system
// calls back. Where the host refuses, it prints a sentence and ends with 1. build-guest compiles and runs it.

#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

// The room, in bytes, that the guest's kernel has for one program's registers as the processor saves them (XSAVE). Linux 7.2 asks the host for
// up to 2 MiB, and keeps as many as come: arch_init_registers() in arch/x86/um/os-Linux/registers.c. Of the host they are set all or not at
// all (EFAULT): xstateregs_set() in arch/x86/kernel/fpu/regset.c. Linux 6.12 has room for 2696 (HOST_FP_SIZE in
// arch/x86/um/user-offsets.c), and a processor with AMX has 11008.
#define ROOM (2 * 1024 * 1024)

// Larger than the room, to tell how much would be needed.
static char registers[8 * ROOM];
static pid_t child;

static void refuse(const char *sentence, ...) {
    va_list arguments;
    va_start(arguments, sentence);
    vprintf(sentence, arguments);
    putchar('\n');
    if (child > 0) kill(child, SIGKILL);
    exit(1);
}

static void be_traced(void) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0) _exit(errno);
    raise(SIGSTOP);
    getppid();
    _exit(0);
}

int main(void) {
    const char *untraced = "this host lets no program trace another, as the guest's kernel does (ptrace: %s); the sysctl "
                           "kernel.yama.ptrace_scope must be 0 or 1, and a container or sandbox must allow ptrace";
    const char *not_held = "this host does not hold back a traced program's system calls (ptrace: %s); the lab needs a Linux that does";
    int status;
    child = fork();
    if (child < 0) refuse("no process can be started (fork: %s); end some, or raise their limit", strerror(errno));
    if (child == 0) be_traced();
    if (waitpid(child, &status, WUNTRACED) < 0) refuse(untraced, strerror(errno));
    if (WIFEXITED(status)) refuse(untraced, strerror(WEXITSTATUS(status)));
    if (WIFSIGNALED(status)) refuse(untraced, strsignal(WTERMSIG(status)));

    // A processor without XSAVE has none of these, and its registers are few.
    struct iovec all = {registers, sizeof registers};
    if (ptrace(PTRACE_GETREGSET, child, NT_X86_XSTATE, &all) == 0) {
        if (all.iov_len > ROOM)
            refuse("this processor's registers take %zu bytes, and the guest's kernel has room for %d; it must be of a newer series, which "
                   "lab/build-guest names", all.iov_len, ROOM);
        if (ptrace(PTRACE_SETREGSET, child, NT_X86_XSTATE, &all) < 0)
            refuse("this host does not let a traced program's registers be set (ptrace: %s); the lab needs a Linux that does", strerror(errno));
    } else if (errno != ENODEV) {
        refuse("this host does not tell a traced program's registers (ptrace: %s); the lab needs a Linux that does", strerror(errno));
    }

    if (ptrace(PTRACE_SYSEMU, child, NULL, NULL) < 0) refuse(not_held, strerror(errno));
    if (waitpid(child, &status, 0) < 0) refuse(not_held, strerror(errno));
    if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP) refuse(not_held, "no stop");
    kill(child, SIGKILL);
    return 0;
}
