// System calls that a process gives up, with a seccomp filter (Linux 3.17 or newer).
#include "core/base/process/confinement.h"

#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <vector>

namespace warpstage {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
constexpr std::uint32_t kOtherNumbers = 0x40000000; // of the x32 interface, which has its own numbers
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t kOtherNumbers = 0x80000000; // none
#else
#error "The filter has no numbers of system calls for this processor."
#endif

// clone() remains, because threads need it: what a child may do is limited as here.
constexpr std::array kDenied {
    // connections
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    // programs
    SYS_execve,
    SYS_execveat,
    // other processes
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_pidfd_open,
    SYS_pidfd_send_signal,
    SYS_kcmp,
    // other interfaces of the system
    SYS_io_uring_setup,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_shmget,
    SYS_msgget,
    SYS_semget,
    SYS_mount,
    SYS_unshare,
    SYS_setns,
    SYS_chroot,
    SYS_memfd_create,
};

std::vector<sock_filter> filter()
{
    constexpr std::uint32_t kFail = SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA);
    std::vector<sock_filter> program {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, kFail),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kOtherNumbers, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, kFail),
    };
    for (const auto number : kDenied) {
        program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 1));
        program.push_back(BPF_STMT(BPF_RET | BPF_K, kFail));
    }
    program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    return program;
}

} // namespace

Result<void> deny_system_calls()
{
    auto program = filter();
    const sock_fprog filters { static_cast<unsigned short>(program.size()), program.data() };
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
        || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filters) != 0)
        return Error { fmt::format("seccomp: {}", std::strerror(errno)) };
    return {};
}

} // namespace warpstage
