// Which instructions of a kernel poll a word of memory: strong reads in a loop that ends only with another value, and attempts to
// take a lock.
#pragma once

#include "core/ptx/listing.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::analysis {

struct PollLoop {
    std::uint32_t first = 0; // program counters
    std::uint32_t last = 0;
    bool of_grid = false; // the address comes from the workspace of the grid: a barrier of all its blocks

    [[nodiscard]] bool contains(std::uint32_t pc) const { return first <= pc && pc <= last; }
};

class PollLoops {
public:
    explicit PollLoops(const ptx::Listing& listing);

    // The loop that repeats this read or atomic operation; null: it polls nothing.
    [[nodiscard]] const PollLoop* at(std::uint32_t pc) const;
    [[nodiscard]] bool empty() const { return m_empty; }

private:
    std::vector<std::optional<PollLoop>> m_loops; // by program counter
    bool m_empty = true;
};

} // namespace warpstage::analysis
