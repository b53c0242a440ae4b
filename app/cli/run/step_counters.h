// Hardware counters of a plan's launches beside the prediction, for the commands that print them.
#pragma once

#include "app/cli/command_line.h"
#include "core/analysis/recording/counter_report.h"

namespace warpstage::cli {

// The report with this heading. Refuses: no GPU, no CUPTI, a kernel that the virtual machine does not support.
[[nodiscard]] analysis::CounterReport counted_report(const Common& common, const std::shared_ptr<const lesson::Lesson>& lesson,
    const std::shared_ptr<const problem::Plan>& plan, std::string variant, std::string parameters);

} // namespace warpstage::cli
