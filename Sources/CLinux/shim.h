#pragma once
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>

// GNU extensions: Swift imports the C library without _GNU_SOURCE, which hides them.
int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
int pthread_setname_np(pthread_t thread, const char *name);
