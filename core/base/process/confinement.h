// Limits that a process sets for itself before it works on files from other people. It cannot lift them again.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace warpstage {

// Memory in bytes that the process may allocate in addition to what it has; later allocations fail. It writes no core dump.
void limit_memory(std::uint64_t bytes);

struct ProcessLimits {
    std::uint64_t memory = 0; // bytes, as in limit_memory()
    std::chrono::seconds processor_time { 0 }; // of all threads; then the process is killed
};
// Besides these limits it can no longer make a file grow.
void limit_process(const ProcessLimits& limits);

// The process is killed when its threads have used so much more.
void limit_processor_time(std::chrono::seconds time);

// From now on this process opens no connection, starts no program and touches no other process: such system calls fail. It ends
// with its parent. Errors: the system cannot do it.
[[nodiscard]] Result<void> deny_system_calls();

// Whether the kernel of this system can confine a process to folders: Landlock, Linux 5.13 or newer.
[[nodiscard]] bool can_confine();

// Says to this process and to those that it starts that a container confines them to their files, where the kernel cannot:
// confine_to() then succeeds without Landlock.
void trust_container();
[[nodiscard]] bool confined_by_container();

// From now on this process and its children open only files below these folders and those of the system (/usr, /lib,
// /etc/ld.so.*, a few devices); those below `writable` may be written. Folders that do not exist are skipped. Errors: the system
// cannot do it.
[[nodiscard]] Result<void> confine_to(
    const std::vector<std::filesystem::path>& readable, const std::vector<std::filesystem::path>& writable = {});

} // namespace warpstage
