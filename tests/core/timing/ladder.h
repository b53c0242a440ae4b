// Steps of ladders: how what-if predicts what the next kernel reaches.
#pragma once

#include "core/timing/what_if/what_if.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::timing {

struct LadderOutcome {
    std::string step; // "transpose naive→tiled GTX280"
    std::vector<std::string_view> removes; // ids of causes: one, or several that the next kernel removes together
    std::string first; // in the list
    std::string second;
    std::size_t rank = 0; // of the removed cause, from 1; 0: not in the list
    double predicted = 0.0; // time without the cause, relative to the present time; 0: not in the list
    double reached = 0.0; // time of the next kernel, relative to the present one
    bool measured = false; // on an H200; else estimated

    // Fills in what the list says about the removed cause.
    void look_up(const Why& why);

    [[nodiscard]] bool hits() const { return rank == 1 || rank == 2; }
    [[nodiscard]] double factor() const;
};

// Prints the misses and sorts the outcomes, worst first. Expects hits in at least 80 %. `table`: environment variable with the
// name of a file to which the table of docs/why.md is written.
void expect_hits(std::vector<LadderOutcome>& outcomes, const char* table);

} // namespace warpstage::timing
