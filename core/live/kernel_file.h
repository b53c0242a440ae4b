// A lesson's kernels.cu that another editor may change while the lesson is shown.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace warpstage::live {

// More is no lesson's text, and would keep the compiler busy for minutes.
inline constexpr std::size_t kMaxSourceBytes = std::size_t { 1 } << 20;

// Errors: why a text can be no kernels.cu, before any compiler sees it: empty, too large, no text.
[[nodiscard]] Result<void> check_source(const std::string& source);

class KernelFile {
public:
    KernelFile() = default;
    // `shown`: the text that is known already.
    KernelFile(std::filesystem::path path, std::string shown);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    // The new text where the file has changed since the last call, once; looks at most every quarter of a second. Errors, once
    // each: what check_source() says, or that the file is gone; a file that is empty or not there for less than two seconds says
    // nothing, since editors write anew what they save.
    [[nodiscard]] std::optional<Result<std::string>> changed(std::chrono::steady_clock::time_point now);

private:
    using Time = std::chrono::steady_clock::time_point;

    [[nodiscard]] std::optional<Result<std::string>> absent(Time now, const std::string& why);

    std::filesystem::path m_path;
    std::string m_shown;
    std::filesystem::file_time_type m_written {};
    std::optional<Time> m_looked;
    std::optional<Time> m_absent_since; // not there, or empty
    bool m_missed = false; // and that was said
};

} // namespace warpstage::live
