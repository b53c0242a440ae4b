// A shared-memory request in words: what happened in the banks, for the audience.
#pragma once

#include "core/arch/shared/shared_banks.h"

namespace warpstage::views {

// One or two short sentences. `bytes` of one lane.
[[nodiscard]] std::string explain_banks(const arch::SharedService& service, std::uint32_t bytes);

// A few words for a narrow place: "8 words in each of 4 banks: excess 7."
[[nodiscard]] std::string explain_banks_briefly(const arch::SharedService& service, std::uint32_t bytes);

// For a place where not even they have room: "excess 7".
[[nodiscard]] std::string explain_banks_tersely(const arch::SharedService& service);

// Whether several lanes want the same word and get it at once (multicast).
[[nodiscard]] bool shares_words(const arch::SharedService& service);

} // namespace warpstage::views
