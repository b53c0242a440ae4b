// The lines of a bench as a table for a terminal, a document or a spreadsheet.
#pragma once

#include "core/bench/measured_variant.h"
#include "core/lesson/measured/published.h"

#include <string>

namespace warpstage::bench {

enum class Format : std::uint8_t { text, markdown, csv, json };

// Median, range and throughput of each variant, its share of the limit, the speedup over the first variant of the lesson, and
// the check with remarks that affect the meaning of a number: launch-bound, L2-resident, tuned. Times of the virtual machine are
// labeled as emulated. CSV: nanoseconds and units per second, one line per variant, without the device. With `published`, a
// column of published results with their GPU and speedup, except in JSON.
[[nodiscard]] std::string to_table(const BenchResult& result, Format format, const lesson::PublishedFigures* published = nullptr);

// Compares two results: variants with the same lesson, name and parameters in both; lines that only one result has are listed.
[[nodiscard]] std::string compare(const BenchResult& before, const BenchResult& after, Format format);

} // namespace warpstage::bench
