#include "core/live/kernel_file.h"

#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

namespace warpstage::live {

namespace {

constexpr std::chrono::milliseconds kInterval { 250 };
constexpr std::chrono::seconds kAbsenceLimit { 2 };

} // namespace

Result<void> check_source(const std::string& source)
{
    if (source.size() > kMaxSourceBytes)
        return Error { fmt::format(
            "kernels.cu is larger than the limit of {} KiB and was not compiled.", kMaxSourceBytes / 1024) };
    constexpr std::string_view kBlank = " \t\r\n";
    if (source.find_first_not_of(kBlank) == std::string::npos)
        return Error { "kernels.cu is empty: there is nothing to compile." };
    if (const auto zero = source.find('\0'); zero != std::string::npos)
        return Error { fmt::format("kernels.cu is not a text file: line {} has a zero byte.",
            1 + std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(zero), '\n')) };
    // The compiler takes it for the end of the file, and ignores the rest without a message.
    if (const auto end = source.find('\xff'); end != std::string::npos)
        return Error { fmt::format("kernels.cu is not UTF-8: line {} has the byte 0xFF, at which the compiler stops.",
            1 + std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(end), '\n')) };
    return {};
}

KernelFile::KernelFile(std::filesystem::path path, std::string shown)
    : m_path(std::move(path))
    , m_shown(std::move(shown))
{
    std::error_code error;
    const auto written = std::filesystem::last_write_time(m_path, error);
    if (!error)
        m_written = written;
}

std::optional<Result<std::string>> KernelFile::absent(Time now, const std::string& why)
{
    if (!m_absent_since)
        m_absent_since = now;
    if (m_missed || now - *m_absent_since < kAbsenceLimit)
        return std::nullopt;
    m_missed = true;
    return Error { why };
}

std::optional<Result<std::string>> KernelFile::changed(Time now)
{
    if (m_path.empty() || (m_looked && now - *m_looked < kInterval))
        return std::nullopt;
    m_looked = now;
    std::error_code error;
    const auto written = std::filesystem::last_write_time(m_path, error);
    // Reading anything but a regular file, for example a pipe, could block.
    if (error || !std::filesystem::is_regular_file(m_path, error))
        return absent(now, fmt::format("{} no longer exists. Save it again to continue editing.", m_path.string()));
    if (written == m_written && !m_absent_since)
        return std::nullopt;
    auto text = read_whole_file(m_path, 64 * kMaxSourceBytes);
    if (!text)
        return absent(now, fmt::format("`{}` cannot be read: {}.", m_path.string(), text.error().message));
    if (text->empty())
        return absent(now, fmt::format("`{}` is empty. Save it again to continue editing.", m_path.string()));
    m_absent_since.reset();
    m_missed = false;
    m_written = written;
    if (*text == m_shown)
        return std::nullopt;
    m_shown = *text;
    if (auto possible = check_source(*text); !possible)
        return possible.error();
    return std::move(*text);
}

} // namespace warpstage::live
