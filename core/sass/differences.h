// Differences between machine code and PTX that matter in lessons: branches, memory accesses, copies of a loop's body, divisions.
#pragma once

#include "core/ptx/listing.h"
#include "core/sass/listing.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::sass {

enum class Change : std::uint8_t {
    predicated, // a branch was removed: its instructions are predicated, or lanes exit
    joined, // accesses to neighboring words were combined
    copied, // the assembler unrolled a loop or duplicated instructions
    expanded, // a division or a remainder became a sequence of instructions
};

[[nodiscard]] std::string_view name_of(Change change); // "predicated"

struct Difference {
    Change change = Change::predicated;
    std::uint32_t line = 0; // of the CUDA source
    std::string words; // "64 → 40 loads"
    std::string sentence; // one sentence, with the effect on hardware counters

    bool operator==(const Difference&) const = default;
};

// By line, at most one of each kind. Both listings must be of the same kernel; instructions without a source line are not
// compared.
[[nodiscard]] std::vector<Difference> differences(const ptx::Listing& ptx, const Listing& machine);

} // namespace warpstage::sass
