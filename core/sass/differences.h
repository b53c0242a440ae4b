// Where machine code differs from PTX in what is taught: branches, accesses to memory, copies of a loop's body, divisions.
#pragma once

#include "core/ptx/listing.h"
#include "core/sass/listing.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::sass {

enum class Change : std::uint8_t {
    predicated, // a branch is gone: its instructions carry predicates, or lanes exit
    joined, // accesses of neighboring words became wider ones
    copied, // the assembler unrolled a loop, or used instructions twice
    expanded, // a division or a remainder is a sequence of instructions
};

[[nodiscard]] std::string_view name_of(Change change); // "predicated"

struct Difference {
    Change change = Change::predicated;
    std::uint32_t line = 0; // of the CUDA source
    std::string words; // "64 → 40 loads"
    std::string sentence; // what it means for what is counted

    bool operator==(const Difference&) const = default;
};

// By line, at most one of each kind. Both listings are of the same kernel; what stands on no line of the source is not compared.
[[nodiscard]] std::vector<Difference> differences(const ptx::Listing& ptx, const Listing& machine);

} // namespace warpstage::sass
