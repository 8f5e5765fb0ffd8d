// Writes down who changes the environment's list and how many threads there are then; preloaded by the test of the launcher's token.
//
// A line "NAME THREADS" for each variable that is added or removed, at the end of the file that VIEWFINDER_ENVIRONMENT names.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void note(const char *name) {
    const char *path = getenv("VIEWFINDER_ENVIRONMENT");
    DIR *folder = path ? opendir("/proc/self/task") : NULL;
    if (!folder) return;
    int threads = 0;
    for (struct dirent *entry; (entry = readdir(folder));) threads += entry->d_name[0] != '.';
    closedir(folder);
    FILE *file = fopen(path, "ae");
    if (!file) return;
    fprintf(file, "%s %d\n", name, threads);
    fclose(file);
}

int setenv(const char *name, const char *value, int overwrite) {
    int (*real)(const char *, const char *, int) = dlsym(RTLD_NEXT, "setenv");
    if (!getenv(name)) note(name);
    return real(name, value, overwrite);
}

int unsetenv(const char *name) {
    int (*real)(const char *) = dlsym(RTLD_NEXT, "unsetenv");
    if (getenv(name)) note(name);
    return real(name);
}
