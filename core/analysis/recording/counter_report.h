// Hardware counters of a variant's kernels compared with the prediction of the virtual machine: as text, JSON and CSV.
#pragma once

#include "core/analysis/comparison.h"
#include "core/analysis/recording/grid_prediction.h"
#include "core/engine/gpu/counted_step.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace warpstage::analysis {

struct CounterReport {
    std::string lesson;
    std::string variant;
    std::string parameters; // "n=1048576 block=256": all of them
    StepPrediction prediction;
    engine::CountedStep counted;
    std::vector<std::vector<Comparison>> comparisons; // one element per launch, as in the two above

    // Whether every metric with a tolerance is within it or has a reason why not.
    [[nodiscard]] bool explained() const;
};

[[nodiscard]] std::string to_text(const CounterReport& report);
[[nodiscard]] nlohmann::json to_json(const CounterReport& report);
// One row per hardware counter, in the format of tests/fixtures/counters.
[[nodiscard]] std::string to_csv(const CounterReport& report);

} // namespace warpstage::analysis
