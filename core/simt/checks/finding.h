// What a checked run has found, in the words of compute-sanitizer.
#pragma once

#include "core/simt/trap.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace warpstage::simt {

// Compute Sanitizer User Guide, "Racecheck severity levels". Info: no impact on the result is believed.
enum class Severity : std::uint8_t { error, warning, info };
[[nodiscard]] std::string_view name_of(Severity severity); // "ERROR"

// The tool of compute-sanitizer that reports errors of this kind: "memcheck", "racecheck", "initcheck", "synccheck"; empty for
// errors that are none of theirs.
[[nodiscard]] std::string_view tool_of(TrapKind kind);

struct Finding {
    Trap trap; // the pair of accesses that stands for all
    Severity severity = Severity::error;
    std::string_view hazard; // of a race: "RAW", "WAR", "WAW", "RMW"; else empty
    std::string_view cause; // of a race, as in docs/checks.md: "missing barrier"; else empty
    std::uint64_t count = 0; // times that it was found
};

// "race at lines 3 and 5".
[[nodiscard]] std::string brief(const Finding& finding);

} // namespace warpstage::simt
