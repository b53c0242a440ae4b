// A lesson's kernels.cu that another editor may change while the lesson is shown.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace warpstage::live {

class KernelFile {
public:
    KernelFile() = default;
    // `shown`: the text that is known already.
    KernelFile(std::filesystem::path path, std::string shown);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    // The new text where the file has changed since the last call, once; looks at most every quarter of a second. A file that has
    // vanished or is empty says nothing: editors write anew what they save.
    [[nodiscard]] std::optional<std::string> changed(std::chrono::steady_clock::time_point now);

private:
    std::filesystem::path m_path;
    std::string m_shown;
    std::filesystem::file_time_type m_written {};
    std::optional<std::chrono::steady_clock::time_point> m_looked;
};

} // namespace warpstage::live
