// One step of a plan on the GPU with hardware counters.
#pragma once

#include "core/engine/engine.h"
#include "core/gpu/counters/counters.h"
#include "core/gpu/driver/driver.h"
#include "core/lesson/lesson.h"
#include "core/problem/plan.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::engine {

struct CountedLaunch {
    std::size_t work = 0; // index into Plan::step
    std::string kernel; // display name
    gpu::CounterValues values;
};

struct CountedStep {
    Description machine;
    std::filesystem::path library; // CUPTI
    std::size_t passes = 0; // number of replays of each launch
    std::vector<std::string> unknown; // counters not available on this GPU
    std::vector<CountedLaunch> launches; // in launch order
};

// Runs the plan's step once, from its initial contents. Errors: those of the engine and of gpu::CounterSession.
[[nodiscard]] Result<CountedStep> count_step(std::shared_ptr<const gpu::Driver> driver,
    const std::shared_ptr<const lesson::Lesson>& lesson, const std::shared_ptr<const problem::Plan>& plan,
    const std::vector<std::string>& counters, const std::vector<std::filesystem::path>& cupti_libraries = gpu::cupti_libraries(),
    int device = 0);

// The same with the driver of this computer, on the GPU of that index. Additional error: no driver.
[[nodiscard]] Result<CountedStep> count_step(const std::shared_ptr<const lesson::Lesson>& lesson,
    const std::shared_ptr<const problem::Plan>& plan, const std::vector<std::string>& counters, int device);

} // namespace warpstage::engine
