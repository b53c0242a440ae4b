// How far a command is: on a terminal, on one line that is written over; elsewhere nothing.
#pragma once

#include <cstddef>
#include <string>

namespace warpstage::cli {

class Progress {
public:
    explicit Progress(std::size_t total);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress(); // the line is gone

    void begin(const std::string& what);
    void set_total(std::size_t total) { m_total = total; }

private:
    std::size_t m_total;
    std::size_t m_done = 0;
    bool m_shown;
};

} // namespace warpstage::cli
