// What the rules predict for the accesses of a file beside what was counted for them, as a table.
#pragma once

#include "core/arch/access_file.h"

#include <cstddef>

namespace warpstage::arch {

enum class ShownCounts : std::uint8_t { differing, all }; // of what was counted, in the rows of the table

struct AccessComparison {
    std::string text; // the table, how many rows agree, and again the rows that differ
    std::size_t differing_rows = 0;
};
[[nodiscard]] AccessComparison compare_with_rules(const AccessFile& rules, const Traits& traits, ShownCounts shown);

} // namespace warpstage::arch
