// Estimates and simulations of the shipped lessons.
#pragma once

#include "core/base/engine_kind.h"
#include "core/timing/block_stream.h"
#include "core/timing/estimate.h"
#include "core/timing/machine_code/machine_code.h"

#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::analysis {
struct Recording;
}

namespace warpstage::timing {

struct LessonCase {
    std::string lesson;
    std::string variant;
    std::vector<std::pair<std::string, std::string>> parameters {}; // in addition to the initial ones
    EngineKind sizes = EngineKind::gpu; // whose initial ones
};

// `gpu` must outlive the result. Errors: no such lesson or variant.
[[nodiscard]] Result<EstimateRequest> request_of(const LessonCase& lesson_case, const arch::Gpu& gpu);

// `gpu` may be modified; its capability selects the traits.
[[nodiscard]] Result<StepEstimate> estimate_of(
    const LessonCase& lesson_case, const arch::Gpu& gpu, const std::stop_token& stop = {});

// In nanoseconds; errors are test failures, and 0.
[[nodiscard]] double time_of(const LessonCase& lesson_case, const arch::Gpu& gpu);

// One recorded block with its machine code.
struct RecordedBlock {
    std::string name; // "matmul/smem5"
    std::shared_ptr<const analysis::Recording> recording; // owns the listing
    const arch::Traits* traits = nullptr;
    MachineCode code;
    BlockStream stream;
};
[[nodiscard]] RecordedBlock recorded_block(const std::string& lesson, const std::string& variant, const arch::Traits& traits);

} // namespace warpstage::timing
