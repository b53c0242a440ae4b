// A shared-memory request in words: what happened in the banks, for the audience.
#pragma once

#include "core/arch/shared_banks.h"

#include <cstdint>
#include <string>

namespace warpstage::views {

// One or two short sentences. `bytes` of one lane.
[[nodiscard]] std::string explain_banks(const arch::SharedService& service, std::uint32_t bytes);

// A few words for a narrow place: "8 words in each of 4 banks: excess 7."
[[nodiscard]] std::string explain_banks_briefly(const arch::SharedService& service, std::uint32_t bytes);

// For a place where not even they have room: "excess 7".
[[nodiscard]] std::string explain_banks_tersely(const arch::SharedService& service);

struct WorstBank {
    std::uint32_t words = 0; // the largest number of distinct words in one bank in one phase
    std::uint32_t bank = 0; // the first bank that has so many
    std::uint32_t banks = 0; // how many banks of that phase have so many
    std::size_t phase = 0;
};
[[nodiscard]] WorstBank worst_bank(const arch::SharedService& service);

} // namespace warpstage::views
