// How the rates of core/engine/limits/limits.h are measured: steps of the kernels in limits.cu, each in several shapes, of which
// the fastest counts. Their PTX is the asset probes/limits.ptx.
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
    std::size_t bytes = std::size_t { 1 } << 30; // of memory read; far more than any cache
    std::uint32_t rounds = 512; // of loops in registers: about a millisecond
    std::uint32_t multiprocessors = 1;
};

// What suits this GPU: an eighth of its memory at the most.
[[nodiscard]] ProbeSize probe_size_for(const Description& machine);

struct LimitProbe {
    problem::Resource resource = problem::Resource::copied_bytes;
    std::shared_ptr<const problem::Plan> plan; // its work is counted in units of the resource
};

[[nodiscard]] std::vector<LimitProbe> limit_probes(const ProbeSize& size);
// A step of one kernel that does nothing.
[[nodiscard]] std::shared_ptr<const problem::Plan> launch_probe();

// The kernels, of the program's assets. Errors: no such file, or it is damaged.
[[nodiscard]] Result<std::shared_ptr<const lesson::Lesson>> load_limit_kernels(const std::filesystem::path& assets);

// Measures everything, a second or two; the engine must be idle and has another lesson loaded afterwards. `progress` is told the
// name of each rate. Errors: no GPU, those of the engine.
[[nodiscard]] Result<Limits> measure_limits(Engine& engine, const std::shared_ptr<const lesson::Lesson>& kernels,
    const std::function<void(std::string_view what)>& progress = {});

} // namespace warpstage::engine
