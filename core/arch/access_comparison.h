// Predicted costs of the accesses of a file compared with hardware counters, as a table.
#pragma once

#include "core/arch/access_file.h"

#include <cstddef>

namespace warpstage::arch {

enum class ShownCounts : std::uint8_t { differing, all }; // counters shown in the rows of the table

struct AccessComparison {
    std::string text; // the table, the number of rows that agree, and the rows that differ
    std::size_t differing_rows = 0;
};
[[nodiscard]] AccessComparison compare_with_rules(const AccessFile& rules, const Traits& traits, ShownCounts shown);

} // namespace warpstage::arch
