#include "core/live/kernel_file.h"

#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace warpstage::live {

namespace {

constexpr std::chrono::milliseconds kInterval { 250 };

} // namespace

KernelFile::KernelFile(std::filesystem::path path, std::string shown)
    : m_path(std::move(path))
    , m_shown(std::move(shown))
{
    std::error_code error;
    const auto written = std::filesystem::last_write_time(m_path, error);
    if (!error)
        m_written = written;
}

std::optional<std::string> KernelFile::changed(std::chrono::steady_clock::time_point now)
{
    if (m_path.empty() || (m_looked && now - *m_looked < kInterval))
        return std::nullopt;
    m_looked = now;
    std::error_code error;
    const auto written = std::filesystem::last_write_time(m_path, error);
    if (error || written == m_written)
        return std::nullopt;
    std::ifstream stream { m_path, std::ios::binary };
    std::string text { std::istreambuf_iterator<char> { stream }, {} };
    if (!stream || text.empty())
        return std::nullopt;
    m_written = written;
    if (text == m_shown)
        return std::nullopt;
    m_shown = text;
    return text;
}

} // namespace warpstage::live
