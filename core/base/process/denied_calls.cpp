// System calls that a process gives up, with a seccomp filter (Linux 3.17 or newer).
#include "core/base/process/confinement.h"

#include <fmt/format.h>
#include <seccomp.h>
#include <sys/prctl.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>

namespace warpstage {

namespace {

// clone() remains, because threads need it: what a child may do is limited as here.
constexpr int kDenied[] { // connections
    SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept),
    SCMP_SYS(accept4),
    // programs
    SCMP_SYS(execve), SCMP_SYS(execveat),
    // other processes
    SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(kill), SCMP_SYS(tkill),
    SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_send_signal), SCMP_SYS(kcmp),
    // other interfaces of the system
    SCMP_SYS(io_uring_setup), SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd), SCMP_SYS(add_key),
    SCMP_SYS(request_key), SCMP_SYS(keyctl), SCMP_SYS(shmget), SCMP_SYS(msgget), SCMP_SYS(semget), SCMP_SYS(mount),
    SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(chroot), SCMP_SYS(memfd_create)
};

Error failed(int error)
{
    return { fmt::format("seccomp: {}", std::strerror(error)) };
}

} // namespace

Result<void> deny_system_calls()
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return failed(errno);
    const std::unique_ptr<void, decltype(&seccomp_release)> filter(seccomp_init(SCMP_ACT_ALLOW), &seccomp_release);
    if (!filter)
        return failed(ENOMEM);
    // Also for calls by the numbers of another architecture (x32, 32 bits), and for threads that run already.
    int error = seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(EPERM));
    if (error == 0)
        error = seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_TSYNC, 1);
    for (const int call : kDenied)
        error = error != 0 ? error : seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), call, 0);
    if (error == 0)
        error = seccomp_load(filter.get());
    return error == 0 ? Result<void> {} : failed(-error);
}

} // namespace warpstage
