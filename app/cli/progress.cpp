#include "app/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace warpstage::cli {

Progress::Progress(std::size_t total)
    : m_total(total)
    , m_shown(::isatty(STDERR_FILENO) == 1)
{
}

Progress::~Progress()
{
    if (m_shown)
        fmt::print(stderr, "\r\033[K");
}

void Progress::begin(const std::string& what)
{
    ++m_done;
    if (!m_shown)
        return;
    constexpr std::size_t kBar = 24;
    const auto filled = m_total == 0 ? 0 : kBar * (m_done - 1) / m_total;
    fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {:>3}/{} {}", "", filled, "", kBar - filled, m_done, m_total, what);
    std::fflush(stderr);
}

} // namespace warpstage::cli
