// The memory of captured launches as buffers of a lesson: one buffer for each allocation, whose contents depend on the launch.
#pragma once

#include "core/base/result.h"
#include "core/capture/captured_launch.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpstage::capture_file {

struct CaptureBuffer {
    std::uint64_t address = 0; // 0: a `__constant__` variable
    std::uint64_t bytes = 0;
    std::string variable; // of the kernels; empty: an allocation
};

// The buffers that contain the memory of all launches. Memory of two launches that overlaps, because the program has freed one
// and allocated the other, becomes one buffer.
[[nodiscard]] std::vector<CaptureBuffer> merged_buffers(std::span<const capture::CapturedLaunch> launches);

enum class Moment : std::uint8_t { before, after };

// Writes the contents of buffers to files of a lesson's folder; equal contents share a file.
class ContentFiles {
public:
    // `captured`: the folder with the launches' files; `lesson`: the lesson's folder.
    ContentFiles(std::filesystem::path captured, std::filesystem::path lesson);

    // The content of the buffer before or after the launch, as in lesson.toml: "zero" or "file:buffers/3.bin". Errors: a file
    // that cannot be read or written.
    [[nodiscard]] Result<std::string> contents_of(
        const CaptureBuffer& buffer, const capture::CapturedLaunch& launch, Moment moment);

private:
    [[nodiscard]] Result<std::string> store(const std::string& bytes);

    std::filesystem::path m_captured;
    std::filesystem::path m_lesson;
    std::multimap<std::size_t, std::filesystem::path> m_files; // by the hash of their contents
};

// The whole file. Error: it cannot be read.
[[nodiscard]] Result<std::string> read_bytes(const std::filesystem::path& file);

} // namespace warpstage::capture_file
