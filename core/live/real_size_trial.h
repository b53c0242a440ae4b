// Some full-size blocks on the virtual machine, before all of them run on a GPU. A fault on a GPU ends the worker process and,
// with some drivers, every other process that uses the GPU, including the stage; on the virtual machine it is harmless.
#pragma once

#include "core/lesson/lesson.h"
#include "core/live/finding.h"
#include "core/problem/parameter.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace warpstage::live {

struct RealSizeLimits {
    // The first and the last block of each launch may take up to `most`, because blocks of large problems are long. The rest of
    // `usual` is used for other blocks, distributed over the grid.
    std::chrono::milliseconds usual { 50 };
    std::chrono::milliseconds most { 2000 };
    std::uint64_t bytes = std::uint64_t { 2 } << 30; // of all buffers, of which a second copy is allocated
};

struct TrialLook {
    std::optional<Finding> finding; // an unexpected fault
    std::string remark; // a sentence why the kernels could not be tested; else empty
};

// Runs the lesson's kernels with the same settings as on the GPU. The effects of host work between launches and of skipped blocks
// are missing: intermediate buffers contain zeros there.
[[nodiscard]] TrialLook try_real_size(const std::shared_ptr<const lesson::Lesson>& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const RealSizeLimits& limits, const std::stop_token& stop = {});

} // namespace warpstage::live
