// A recorded block of a kernel and the hardware's rules applied to it, as text and as JSON.
#pragma once

#include "core/analysis/recording/partition_survey.h"
#include "core/analysis/recording/recording.h"
#include "core/analysis/report_csv.h"
#include "core/analysis/step/step_traffic.h"
#include "core/arch/traits.h"
#include "core/base/dim3.h"
#include "core/lesson/lesson.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::analysis {

struct TracedKernel {
    std::shared_ptr<const Recording> recording;
    Dim3 grid;
    Dim3 block;
    const arch::Traits* traits = nullptr; // never null: the recording's report is for this compute capability
    // Of the blocks that run at the same time; nothing where nobody asked or the GPU spreads addresses by a hash.
    std::optional<Result<PartitionSurvey>> partitions {};
    std::optional<std::uint32_t>
        registers {}; // per thread, for the occupancy; nothing: not counted, which makes it an upper bound
};

// Begins with `heading`, "reduction · reduce2"; the lesson's source stands beside its lines. Without a level: by line, then the
// branches iteration by iteration.
[[nodiscard]] std::string to_text(
    const TracedKernel& kernel, std::string_view heading, const lesson::Lesson& lesson, std::optional<Level> level = {});

// Without a level: everything but single accesses.
[[nodiscard]] nlohmann::json to_json(const TracedKernel& kernel, std::optional<Level> level = {});

// Rows without the header.
[[nodiscard]] std::string to_csv(const TracedKernel& kernel, const lesson::Lesson& lesson, Level level);

struct TracedVariant {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::string variant;
    std::optional<Level> level; // as above; CSV: by line
    std::vector<TracedKernel> kernels;
    std::optional<StepTraffic> step {}; // totals of all launches, where somebody asked
};
[[nodiscard]] std::string to_text(const TracedVariant& traced);
[[nodiscard]] nlohmann::json to_json(const TracedVariant& traced);
[[nodiscard]] std::string to_csv(const TracedVariant& traced);

} // namespace warpstage::analysis
