// What this process holds: memory, open files, threads.
#pragma once

#include <malloc.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace warpstage::long_run {

struct ProcessSize {
    double resident = 0.0; // MiB in memory
    double allocated = 0.0; // MiB of malloc
    std::size_t descriptors = 0;
    std::size_t threads = 0;
};

inline std::size_t entries_of(const std::filesystem::path& folder)
{
    std::size_t count = 0;
    std::error_code failed;
    for (std::filesystem::directory_iterator at { folder, failed }, end; !failed && at != end; at.increment(failed))
        ++count;
    return count;
}

inline ProcessSize process_size()
{
    ProcessSize size;
    ::malloc_trim(0); // what is free is no leak
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:"))
            size.resident = std::stod(line.substr(6)) / 1024.0;
    const auto heap = ::mallinfo2();
    size.allocated = static_cast<double>(heap.uordblks + heap.hblkhd) / (1 << 20);
    size.descriptors = entries_of("/proc/self/fd");
    size.threads = entries_of("/proc/self/task");
    return size;
}

} // namespace warpstage::long_run
