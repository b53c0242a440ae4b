// Some blocks of the real size on the virtual machine, before a GPU gets them all. A fault on a GPU ends the worker process, and
// with some drivers every other process that draws and computes there, the stage among them; here it disturbs nobody.
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
    // The first and the last block of each launch take the time they need, but no more than `most`: a large problem's blocks are
    // long. What is left of `usual` goes to other blocks, spread over the grid.
    std::chrono::milliseconds usual { 50 };
    std::chrono::milliseconds most { 2000 };
    std::uint64_t bytes = std::uint64_t { 2 } << 30; // of all buffers, which are held in memory once more
};

struct RealSizeLook {
    std::optional<Finding> finding; // a fault that the variant is not there to show
    std::string remark; // a sentence where not even the first and the last blocks were looked at; else empty
};

// The lesson's kernels with the settings that the GPU will run them with. What the host does between launches, and what blocks
// that are passed over would have written, is missing: buffers between launches hold zeros there.
[[nodiscard]] RealSizeLook try_real_size(const std::shared_ptr<const lesson::Lesson>& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const RealSizeLimits& limits, const std::stop_token& stop = {});

} // namespace warpstage::live
