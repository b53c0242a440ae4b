// Describes a shared-memory request in words: how the banks serve it.
#pragma once

#include "core/arch/shared/shared_banks.h"

namespace warpstage::views {

// One or two short sentences. `bytes`: access width of one lane. `store`: also an atomic operation.
[[nodiscard]] std::string explain_banks(
    const arch::SharedService& service, std::uint32_t bytes, arch::SharedOperation operation = arch::SharedOperation::load);

// A short form for little space: "8 words in each of 4 banks: excess 7."
[[nodiscard]] std::string explain_banks_briefly(
    const arch::SharedService& service, std::uint32_t bytes, arch::SharedOperation operation = arch::SharedOperation::load);

// The shortest form: "excess 7".
[[nodiscard]] std::string explain_banks_tersely(const arch::SharedService& service);

// Whether several lanes access the same word in one wavefront; if they read it: multicast.
[[nodiscard]] bool shares_words(const arch::SharedService& service);

} // namespace warpstage::views
