// A recorded block of a kernel, evaluated for a compute capability, as text and as JSON.
#pragma once

#include "core/analysis/cache_use.h"
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
    // Partition camping of the resident blocks; nothing if not requested or if the GPU hashes addresses.
    std::optional<Result<PartitionSurvey>> partitions {};
    std::optional<std::uint32_t>
        registers {}; // per thread, for the occupancy; nothing: not considered, so that the occupancy is an upper bound
    std::optional<CacheUse> caches {}; // of the launch, estimated
};

// Begins with `heading`, "reduction · reduce2"; the table has a column with the lesson's source. Without a level: by line, then
// the branches per iteration.
[[nodiscard]] std::string to_text(
    const TracedKernel& kernel, std::string_view heading, const lesson::Lesson& lesson, std::optional<Level> level = {});

// Without a level: everything except single accesses.
[[nodiscard]] nlohmann::json to_json(const TracedKernel& kernel, std::optional<Level> level = {});

// Rows without the header.
[[nodiscard]] std::string to_csv(const TracedKernel& kernel, const lesson::Lesson& lesson, Level level);

struct TracedVariant {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::string variant;
    std::optional<Level> level; // as above; CSV: by line
    std::vector<TracedKernel> kernels;
    std::optional<StepTraffic> step {}; // totals of all launches, if requested
};
[[nodiscard]] std::string to_text(const TracedVariant& traced);
[[nodiscard]] nlohmann::json to_json(const TracedVariant& traced);
[[nodiscard]] std::string to_csv(const TracedVariant& traced);

} // namespace warpstage::analysis
