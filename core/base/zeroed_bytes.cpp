#include "core/base/zeroed_bytes.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace warpstage {

namespace {

std::size_t with_padding(std::size_t bytes)
{
    constexpr std::size_t kStep = ZeroedBytes::kAlignment;
    if (bytes > std::numeric_limits<std::size_t>::max() - kStep)
        throw std::bad_alloc();
    return (std::max<std::size_t>(bytes, 1) + kStep - 1) / kStep * kStep;
}

#if defined(__linux__)

// The limit of a container; "max" is not a number.
std::size_t limit_in(const char* path)
{
    std::ifstream file(path);
    std::uint64_t bytes = 0;
    return file >> bytes ? bytes : std::numeric_limits<std::size_t>::max();
}

#endif

} // namespace

#if defined(__linux__)

// Without a reservation of swap space: programs allocate most of the device's memory and use little of it.
ZeroedBytes::ZeroedBytes(std::size_t bytes)
    : m_bytes(with_padding(bytes))
{
    if (m_bytes >= kLarge) {
        void* const mapped = mmap(nullptr, m_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (mapped == MAP_FAILED)
            throw std::bad_alloc();
        m_data = static_cast<std::byte*>(mapped);
        return;
    }
    m_data = static_cast<std::byte*>(std::aligned_alloc(kAlignment, m_bytes));
    if (m_data == nullptr)
        throw std::bad_alloc();
    std::memset(m_data, 0, m_bytes);
}

ZeroedBytes::~ZeroedBytes()
{
    if (m_data != nullptr && m_bytes >= kLarge)
        munmap(m_data, m_bytes);
    else
        std::free(m_data);
}

std::size_t usable_memory_bytes()
{
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGESIZE);
    std::size_t bytes = pages <= 0 || page <= 0 ? 0 : static_cast<std::size_t>(pages) * static_cast<std::size_t>(page);
    if (bytes == 0)
        return 0;
    for (const char* path : { "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes" })
        bytes = std::min(bytes, limit_in(path));
    rlimit limit {};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        bytes = std::min<std::size_t>(bytes, limit.rlim_cur);
    return bytes;
}

#else

ZeroedBytes::ZeroedBytes(std::size_t bytes)
    : m_bytes(with_padding(bytes))
{
    m_data = static_cast<std::byte*>(std::aligned_alloc(kAlignment, m_bytes));
    if (m_data == nullptr)
        throw std::bad_alloc();
    std::memset(m_data, 0, m_bytes);
}

ZeroedBytes::~ZeroedBytes()
{
    std::free(m_data);
}

std::size_t usable_memory_bytes()
{
    return 0;
}

#endif

} // namespace warpstage
