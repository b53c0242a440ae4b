// The rows of a comparison of two kernels: the figures in which they differ, by the rules of one architecture.
#pragma once

#include "app/views/sheets/comparison_figure.h"
#include "core/analysis/kernel_report.h"

#include <vector>

namespace warpstage::views {

// What neither of them has is left out.
[[nodiscard]] std::vector<ComparisonRow> comparison_rows(const analysis::Counters& left, const analysis::Counters& right);

} // namespace warpstage::views
