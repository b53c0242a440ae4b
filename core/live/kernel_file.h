// A lesson's kernels.cu, which an external editor may change while the lesson is shown.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace warpstage::live {

// No lesson's text is larger, and compilation would take minutes.
inline constexpr std::size_t kMaxSourceBytes = std::size_t { 1 } << 20;

// Checks a text before compilation. Errors: empty, too large, not a text file.
[[nodiscard]] Result<void> check_source(const std::string& source);

class KernelFile {
public:
    KernelFile() = default;
    // `shown`: the current text.
    KernelFile(std::filesystem::path path, std::string shown);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    // Returns the new text once after the file has changed; checks at most every quarter of a second. Errors, each reported once:
    // those of check_source(), or that the file does not exist. A file that is empty or missing for less than two seconds is not
    // an error, because editors rewrite files when saving.
    [[nodiscard]] std::optional<Result<std::string>> changed(std::chrono::steady_clock::time_point now);

private:
    using Time = std::chrono::steady_clock::time_point;

    [[nodiscard]] std::optional<Result<std::string>> absent(Time now, const std::string& why);

    std::filesystem::path m_path;
    std::string m_shown;
    std::filesystem::file_time_type m_written {};
    std::optional<Time> m_looked;
    std::optional<Time> m_absent_since; // missing or empty
    bool m_missed = false; // and reported
};

} // namespace warpstage::live
