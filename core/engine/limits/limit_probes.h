// Measures the rates of core/engine/limits/limits.h with the kernels in limits.cu, each in several launch shapes, of which the
// fastest counts. Their PTX is the asset probes/limits.ptx.
#pragma once

#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/engine/limits/limits.h"
#include "core/lesson/lesson.h"
#include "core/problem/plan.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace warpstage::engine {

struct ProbeSize {
    std::size_t bytes = std::size_t { 1 } << 30; // bytes of memory read; far more than any cache
    std::uint32_t rounds = 512; // iterations of loops in registers: about a millisecond
    std::uint32_t multiprocessors = 1;
};

// Sizes for this GPU: at most an eighth of its memory.
[[nodiscard]] ProbeSize probe_size_for(const Description& machine);

struct LimitProbe {
    problem::Resource resource = problem::Resource::copied_bytes;
    std::shared_ptr<const problem::Plan> plan; // its work is given in units of the resource
};

[[nodiscard]] std::vector<LimitProbe> limit_probes(const ProbeSize& size);
// A step with one empty kernel.
[[nodiscard]] std::shared_ptr<const problem::Plan> launch_probe();

// The kernels from the program's assets. Errors: a missing or damaged file.
[[nodiscard]] Result<std::shared_ptr<const lesson::Lesson>> load_limit_kernels(const std::filesystem::path& assets);

// Measures all rates in a second or two. The engine must be idle and has another lesson loaded afterward. `progress` is called
// with the name of each rate. Errors: no GPU, errors of the engine.
[[nodiscard]] Result<Limits> measure_limits(Engine& engine, const std::shared_ptr<const lesson::Lesson>& kernels,
    const std::function<void(std::string_view what)>& progress = {});

} // namespace warpstage::engine
