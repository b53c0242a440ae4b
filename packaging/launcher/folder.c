#define _GNU_SOURCE
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

static const char* const kReady = "program-"; // followed by the archive's key
static const char* const kUnfinished = ".unpacking-"; // followed by random digits
static const char* const kLockFile = ".lock";

static bool fail(struct Reason* reason, const char* format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct Reason* reason, const char* format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(reason->text, sizeof reason->text, format, values);
    va_end(values);
    return false;
}

static int open_folder(int parent, const char* name)
{
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

void remove_folder(int parent, const char* name)
{
    const int folder = open_folder(parent, name);
    DIR* const list = folder < 0 ? NULL : fdopendir(folder);
    if (list != NULL) {
        const struct dirent* entry;
        while ((entry = readdir(list)) != NULL) {
            if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
                continue;
            if (unlinkat(folder, entry->d_name, 0) != 0 && (errno == EISDIR || errno == EPERM))
                remove_folder(folder, entry->d_name);
        }
        closedir(list);
    } else if (folder >= 0) {
        close(folder);
    }
    unlinkat(parent, name, AT_REMOVEDIR);
}

// Creates the folder and those above it.
static bool make_folders(const char* path)
{
    char part[PATH_MAX];
    if (strlen(path) >= sizeof part)
        return false;
    strcpy(part, path);
    for (char* end = part + 1; *end != '\0'; end++) {
        if (*end == '/') {
            *end = '\0';
            mkdir(part, 0700);
            *end = '/';
        }
    }
    return mkdir(part, 0700) == 0 || errno == EEXIST;
}

static bool permits_programs(int folder, const char* path, struct Reason* reason)
{
    struct statvfs system;
    if (fstatvfs(folder, &system) == 0 && (system.f_flag & ST_NOEXEC) != 0)
        return fail(reason, "%s: programs cannot be started there (mount option noexec)", path);
    return true;
}

// The folder `warpstage` in the user's cache, which only this user can change; -1: not usable.
static int open_cache(const char* cache, const char* path, struct Reason* reason)
{
    if (!make_folders(cache)) {
        fail(reason, "%s: %s", cache, strerror(errno));
        return -1;
    }
    struct stat above;
    if (stat(cache, &above) != 0 || ((above.st_mode & S_IWOTH) != 0 && (above.st_mode & S_ISVTX) == 0)) {
        fail(reason, "%s: other users can replace its files", cache);
        return -1;
    }
    mkdir(path, 0700);
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    if (folder < 0 || fstat(folder, &status) != 0) {
        fail(reason, "%s: %s", path, errno == ELOOP || errno == ENOTDIR ? "is not a folder" : strerror(errno));
    } else if (status.st_uid != geteuid()) {
        fail(reason, "%s: belongs to another user", path);
    } else if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0 && fchmod(folder, status.st_mode & 0755) != 0) {
        fail(reason, "%s: other users can change it", path);
    } else if (permits_programs(folder, path, reason)) {
        return folder;
    }
    if (folder >= 0)
        close(folder);
    return -1;
}

// Waits at most half a minute: unpacking takes a second. Without locks (some network file systems) several starts may unpack at
// the same time, and the first that has finished is used.
static int lock_cache(int cache)
{
    const int lock = openat(cache, kLockFile, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    for (int i = 0; lock >= 0 && i < 1500 && flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; i++)
        nanosleep(&(struct timespec) { .tv_nsec = 20 * 1000 * 1000 }, NULL);
    return lock;
}

// The folder of this archive from an earlier start, locked against removal; -1: there is none that is complete.
static int open_ready(const struct Archive* archive, int cache, const char* name)
{
    const int folder = openat(cache, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW); // remains open in the program
    if (folder < 0)
        return -1;
    struct stat opened;
    struct stat now;
    const bool locked = flock(folder, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK; // where there are no locks, go on without
    if (locked && fstat(folder, &opened) == 0 && opened.st_uid == geteuid() && (opened.st_mode & (S_IWGRP | S_IWOTH)) == 0
        && fstatat(cache, name, &now, AT_SYMLINK_NOFOLLOW) == 0 && now.st_ino == opened.st_ino && now.st_dev == opened.st_dev
        && is_complete(archive, folder))
        return folder;
    close(folder);
    return -1;
}

// A new, empty folder with a name that nobody can guess. Returns it locked; -1: errno.
static int make_unfinished(int cache, char* name, size_t size)
{
    unsigned long long digits = 0;
    if (getrandom(&digits, sizeof digits, 0) != sizeof digits)
        return -1;
    snprintf(name, size, "%s%016llx", kUnfinished, digits);
    if (mkdirat(cache, name, 0700) != 0)
        return -1;
    const int folder = openat(cache, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (folder >= 0)
        flock(folder, LOCK_SH | LOCK_NB);
    return folder;
}

// Removes the folders of other versions and of starts that did not finish, except those that a program uses.
static void remove_others(int cache, const char* kept)
{
    const int again = openat(cache, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR* const list = again < 0 ? NULL : fdopendir(again);
    if (list == NULL)
        return;
    const struct dirent* entry;
    while ((entry = readdir(list)) != NULL) {
        const char* const name = entry->d_name;
        if (strcmp(name, kept) == 0
            || (strncmp(name, kReady, strlen(kReady)) != 0 && strncmp(name, kUnfinished, strlen(kUnfinished)) != 0))
            continue;
        const int folder = open_folder(cache, name);
        const bool unused = folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) == 0;
        if (unused)
            remove_folder(cache, name);
        else if (folder < 0)
            unlinkat(cache, name, 0); // no folder: not ours
        if (folder >= 0)
            close(folder);
    }
    closedir(list);
}

static bool unpack_new(
    const struct Archive* archive, int cache, const char* name, struct Unpacked* unpacked, struct Reason* reason)
{
    char unfinished[64];
    const int folder = make_unfinished(cache, unfinished, sizeof unfinished);
    if (folder < 0)
        return fail(reason, "%s: %s", unpacked->path, strerror(errno));
    // Not written to the disk at once: after a power failure a file without its content has another size, and is_complete() finds
    // it.
    int failed = extract(archive, folder);
    if (failed == 0 && renameat(cache, unfinished, cache, name) != 0) {
        // Another start was faster, or something incomplete is in its place, which is then moved away.
        const int ready = open_ready(archive, cache, name);
        if (ready >= 0) {
            close(folder);
            remove_folder(cache, unfinished);
            unpacked->lock = ready;
            return true;
        }
        char moved[64];
        const int away = make_unfinished(cache, moved, sizeof moved);
        if (away >= 0)
            close(away);
        unlinkat(cache, moved, AT_REMOVEDIR);
        if (renameat(cache, name, cache, moved) != 0 || renameat(cache, unfinished, cache, name) != 0)
            failed = errno;
    }
    if (failed == 0) {
        unpacked->lock = folder;
        remove_others(cache, name);
        return true;
    }
    close(folder);
    remove_folder(cache, unfinished);
    return fail(
        reason, "%s: %s", unpacked->path, failed == EBADMSG ? "this file is damaged; download it again" : strerror(failed));
}

bool unpack_in_cache(const struct Archive* archive, const char* cache, struct Unpacked* unpacked, struct Reason* reason)
{
    char path[PATH_MAX];
    char name[64];
    snprintf(name, sizeof name, "%s%s", kReady, archive->key);
    if (snprintf(path, sizeof path, "%s/warpstage", cache) >= (int)sizeof path
        || snprintf(unpacked->path, sizeof unpacked->path, "%s/warpstage/%s", cache, name) >= (int)sizeof unpacked->path)
        return fail(reason, "%.200s...: the path is too long", cache);
    const int folder = open_cache(cache, path, reason);
    if (folder < 0)
        return false;
    unpacked->lock = open_ready(archive, folder, name);
    bool ready = unpacked->lock >= 0;
    if (!ready) {
        const int lock = lock_cache(folder);
        unpacked->lock = open_ready(archive, folder, name); // another start may have unpacked it in the meantime
        ready = unpacked->lock >= 0;
        if (!ready) {
            if (isatty(STDERR_FILENO))
                fprintf(stderr, "First start: unpacking %llu MB into %s\n", (unsigned long long)archive->size / 1000000, path);
            ready = unpack_new(archive, folder, name, unpacked, reason);
        }
        if (lock >= 0)
            close(lock);
    }
    close(folder);
    return ready;
}

bool unpack_temporarily(const struct Archive* archive, const char* parent, struct Unpacked* unpacked, struct Reason* reason)
{
    if (snprintf(unpacked->path, sizeof unpacked->path, "%s/warpstage-XXXXXX", parent) >= (int)sizeof unpacked->path)
        return fail(reason, "%.200s...: the path is too long", parent);
    if (mkdtemp(unpacked->path) == NULL)
        return fail(reason, "%s: %s", parent, strerror(errno));
    unpacked->lock = open_folder(AT_FDCWD, unpacked->path);
    if (unpacked->lock >= 0 && permits_programs(unpacked->lock, parent, reason)) {
        const int failed = extract(archive, unpacked->lock);
        if (failed == 0)
            return true;
        fail(reason, "%s: %s", parent, failed == EBADMSG ? "this file is damaged; download it again" : strerror(failed));
    }
    remove_folder(AT_FDCWD, unpacked->path);
    return false;
}
