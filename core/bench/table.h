// The lines of a bench as a table: for a terminal, for a document, for a spreadsheet.
#pragma once

#include "core/bench/measured_variant.h"
#include "core/lesson/measured/published.h"

#include <string>

namespace warpstage::bench {

enum class Format : std::uint8_t { text, markdown, csv, json };

// Median, range and merit of each variant, how much that is of what the machine can do, the speed-up against the first of its
// lesson, and the check with whatever changes what a number means: launch-bound, L2-resident, tuned. Times of the virtual
// machine are called emulated. CSV: nanoseconds and units a second, one line a variant, no remark about the machine.
// With `published`, a column of what the lectures printed for the variant, with their machine and their speed-up; JSON has none.
[[nodiscard]] std::string to_table(const BenchResult& result, Format format, const lesson::PublishedFigures* published = nullptr);

// Two results line by line: variants with the same lesson, name and parameters that are in both; what only one has is named.
[[nodiscard]] std::string compare(const BenchResult& before, const BenchResult& after, Format format);

} // namespace warpstage::bench
