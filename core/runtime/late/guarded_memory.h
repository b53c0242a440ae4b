// Memory that host and device share (cudaMallocManaged, cudaHostAlloc), while an operation that has not run may access it. Its
// pages cannot be accessed by the host; the signal handler opens them and notes the access.
#pragma once

#include "core/runtime/late/used_memory.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::runtime {

struct HostRange {
    std::byte* first = nullptr; // the first byte of a page
    std::size_t bytes = 0;
    std::string name; // of the allocation
    enum class Use : std::uint8_t {
        source, // the operation reads these bytes: the host must not write to them
        target, // it writes to them
        argument, // a kernel that has a pointer to them: what it has read and written decides
    };
    Use use = Use::argument;
};

struct HostAccess {
    std::string name;
    std::uint64_t address = 0;
    bool reads_target = false; // else the host has written to a source
};

class GuardedMemory {
public:
    GuardedMemory() = default;
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;
    ~GuardedMemory();

    // Until release(owner). Ranges beyond a fixed number are not guarded.
    void protect(const void* owner, const std::vector<HostRange>& ranges);
    // Whether the host has accessed a range of the owner.
    [[nodiscard]] static bool is_accessed(const void* owner);
    // The accesses of the host since protect() that conflict with what the owner has done since remember(). `used`: what it has
    // read and written, in the addresses of the host; null or not wanted: not known.
    [[nodiscard]] std::vector<HostAccess> release(const void* owner, const UsedMemory* used);
    // Operations run between open() and close(): all pages can be accessed.
    void open();
    void close();
    // What the host has accessed is compared in release() with what it is now.
    void remember(const void* owner);

    // Called by the handler of SIGSEGV: whether the pages were guarded; they are open now.
    static bool admit(const void* address);
};

} // namespace warpstage::runtime
