// Hardware counters beside the prediction: the step once under CUPTI, then every block of it on the virtual machine, evaluated
// for the GPU that counted.
#pragma once

#include "core/arch/traits.h"
#include "core/engine/vm_plan.h"
#include "core/session/snapshot.h"

#include <memory>
#include <stop_token>
#include <string>

namespace warpstage::session {

struct CounterRequest {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
    const arch::Traits* traits = nullptr; // of the prediction where no GPU counts
    std::string no_gpu; // why no GPU counts; empty: one does
    std::shared_ptr<const void> gpu_use; // released when the GPU is no longer needed
};

// Runs here and now. What cannot be measured or predicted is a sentence in the view.
[[nodiscard]] CounterView count_and_predict(CounterRequest& request, const std::stop_token& stop);

} // namespace warpstage::session
