// What this process holds: memory, open files, threads.
#pragma once

#include <malloc.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace warpstage::long_run {

struct ProcessSize {
    double resident = 0.0; // MiB in memory
    double allocated = 0.0; // MiB of malloc, in the arenas of all threads
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

// The value of an attribute in the last such element of what malloc_info() writes: that of all arenas.
inline double last_size(const std::string& report, const std::string& element)
{
    const auto at = report.rfind(element);
    const auto size = at == std::string::npos ? at : report.find("size=\"", at);
    return size == std::string::npos ? 0.0 : std::stod(report.substr(size + 6));
}

// mallinfo2() counts one arena only.
inline double allocated_bytes()
{
    char* text = nullptr;
    std::size_t bytes = 0;
    std::FILE* const stream = ::open_memstream(&text, &bytes);
    if (stream == nullptr)
        return 0.0;
    ::malloc_info(0, stream);
    std::fclose(stream);
    const std::string report(text, bytes);
    std::free(text);
    return last_size(report, "<system type=\"current\"") + last_size(report, "<total type=\"mmap\"")
        - last_size(report, "<total type=\"fast\"") - last_size(report, "<total type=\"rest\"");
}

inline ProcessSize process_size()
{
    ProcessSize size;
    ::malloc_trim(0); // what is free is no leak
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:"))
            size.resident = std::stod(line.substr(6)) / 1024.0;
    size.allocated = allocated_bytes() / (1 << 20);
    size.descriptors = entries_of("/proc/self/fd");
    size.threads = entries_of("/proc/self/task");
    return size;
}

} // namespace warpstage::long_run
