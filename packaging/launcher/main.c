// The single-file program: unpacks the archive at its own end into the user's cache, once, and starts the program there. Without
// a usable cache it unpacks into a temporary folder, waits for the program and removes the folder.
#define _GNU_SOURCE
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char* const kProgram = "bin/warpstage";
enum { kRefused = 2, kMaxReasons = 5 };

static struct Reason reasons[kMaxReasons];
static size_t reason_count;

// A cache that was refused and why; repeated reasons are listed once.
static void remember(const struct Reason* reason)
{
    for (size_t i = 0; i < reason_count; i++)
        if (strcmp(reasons[i].text, reason->text) == 0)
            return;
    if (reason_count < kMaxReasons)
        reasons[reason_count++] = *reason;
}

static const char* absolute(const char* variable)
{
    const char* const value = getenv(variable);
    return value != NULL && *value == '/' ? value : NULL;
}

// Returns only if the program cannot be started.
static void start(const struct Unpacked* unpacked, char** argv)
{
    char program[PATH_MAX + 32];
    snprintf(program, sizeof program, "%s/%s", unpacked->path, kProgram);
    execv(program, argv);
    struct Reason reason;
    snprintf(reason.text, sizeof reason.text, "%s: %s", unpacked->path, strerror(errno));
    remember(&reason);
}

// Starts the program, passes signals on to it and waits. Returns its exit status.
static int run(const struct Unpacked* unpacked, char** argv)
{
    sigset_t caught;
    sigset_t before;
    sigfillset(&caught);
    sigdelset(&caught, SIGTSTP);
    sigdelset(&caught, SIGTTIN);
    sigdelset(&caught, SIGTTOU);
    sigprocmask(SIG_BLOCK, &caught, &before);
    const pid_t child = fork();
    if (child == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        start(unpacked, argv);
        fprintf(stderr, "warpstage: %s\n", reasons[reason_count - 1].text);
        _exit(kRefused);
    }
    int status = 0;
    while (child > 0) {
        siginfo_t info;
        const int signal = sigwaitinfo(&caught, &info);
        if (signal == SIGCHLD && waitpid(child, &status, WNOHANG) == child)
            break;
        // A key such as Ctrl+C reaches both processes by itself: it comes from the kernel.
        if (signal > 0 && signal != SIGCHLD && info.si_code <= 0)
            kill(child, signal);
    }
    remove_folder(AT_FDCWD, unpacked->path);
    if (child > 0 && WIFSIGNALED(status)) { // end in the same way
        signal(WTERMSIG(status), SIG_DFL);
        sigprocmask(SIG_SETMASK, &before, NULL);
        raise(WTERMSIG(status));
    }
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : kRefused;
}

static void run_from_cache(const struct Archive* archive, const char* cache, char** argv)
{
    struct Unpacked unpacked;
    struct Reason reason;
    if (unpack_in_cache(archive, cache, &unpacked, &reason))
        start(&unpacked, argv);
    else
        remember(&reason);
}

int main(int argc, char** argv)
{
    (void)argc;
    struct Archive archive;
    const char* const wrong = open_archive("/proc/self/exe", &archive);
    if (wrong != NULL) {
        fprintf(stderr, "warpstage: %s.\n", wrong);
        return kRefused;
    }
    const char* const home = absolute("HOME");
    if (absolute("XDG_CACHE_HOME") != NULL) {
        run_from_cache(&archive, absolute("XDG_CACHE_HOME"), argv);
    } else if (home != NULL) {
        char cache[PATH_MAX];
        if (snprintf(cache, sizeof cache, "%s/.cache", home) < (int)sizeof cache)
            run_from_cache(&archive, cache, argv);
    }
    const char* const temporary[] = { absolute("TMPDIR"), "/tmp", "/var/tmp" };
    for (size_t i = 0; i < sizeof temporary / sizeof *temporary; i++) {
        struct Unpacked unpacked;
        struct Reason reason;
        if (temporary[i] == NULL)
            continue;
        if (unpack_temporarily(&archive, temporary[i], &unpacked, &reason))
            return run(&unpacked, argv);
        remember(&reason);
    }
    fprintf(stderr, "warpstage: no folder found into which this program can be unpacked");
    for (size_t i = 0; i < reason_count; i++)
        fprintf(stderr, "%s %s", i == 0 ? ":" : ";", reasons[i].text);
    fprintf(stderr, ". Set XDG_CACHE_HOME to a folder of yours with %llu MB that permits programs.\n",
        (unsigned long long)archive.size / 1000000 + 1);
    return kRefused;
}
