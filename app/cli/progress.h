// Progress of a command: on a terminal, one line that is overwritten; otherwise nothing.
#pragma once

#include "app/cli/standard_streams.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <string>

namespace warpstage::cli {

class Progress {
public:
    explicit Progress(std::size_t total)
        : m_total(total)
    {
    }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress() // clears the line
    {
        if (m_shown)
            print_error("\r\033[K");
    }

    void begin(const std::string& what)
    {
        ++m_done;
        if (!m_shown)
            return;
        constexpr std::size_t kBar = 24;
        const auto filled = m_total == 0 ? 0 : kBar * (m_done - 1) / m_total;
        print_error(fmt::format("\r\033[K[{:#<{}}{:.<{}}] {:>3}/{} {}", "", filled, "", kBar - filled, m_done, m_total, what));
    }
    void set_total(std::size_t total) { m_total = total; }

private:
    std::size_t m_total;
    std::size_t m_done = 0;
    bool m_shown = ::isatty(STDERR_FILENO) == 1;
};

} // namespace warpstage::cli
