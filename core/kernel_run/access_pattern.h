// What the hardware counts for single accesses of a warp, to addresses that somebody chose for each lane: the rules of banks and
// sectors held against the GPU at hand. The kernels are in access_pattern.cu; their PTX is the asset probes/access_pattern.ptx.
#pragma once

#include "core/base/lane_mask.h"
#include "core/base/result.h"
#include "core/engine/gpu/counted_step.h"
#include "core/lesson/lesson.h"
#include "core/problem/plan.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace warpstage::kernel_run {

struct AccessPattern {
    enum class Memory : std::uint8_t { shared, global };
    enum class Operation : std::uint8_t { load, store };

    Memory memory = Memory::shared;
    Operation operation = Operation::load;
    std::uint32_t bytes = 4; // of one lane: 1, 2, 4, 8 or 16
    LaneMask lanes = 0;
    std::array<std::uint64_t, kMaxLanes> offsets {}; // from the start of shared memory or of a buffer that begins with 256 bytes
};

// Of one access. Those of the other memory are 0.
struct PatternCounts {
    double wavefronts = 0.0;
    double bank_conflicts = 0.0;
    double sectors = 0.0;
    double requests = 0.0; // to global memory
};

// A step of one launch for each pattern, and before them one for each kernel used that makes no access: what a launch counts
// anyway.
struct PatternPlan {
    struct Launch {
        std::size_t own = 0; // number of the launch in the step
        std::size_t empty = 0; // of the one that makes no access
    };
    std::shared_ptr<const problem::Plan> plan;
    std::vector<Launch> launches; // by pattern
};

// How often a launch makes its access.
inline constexpr std::uint32_t kPatternRepetitions = 1000;
// The farthest byte that a pattern may touch.
inline constexpr std::uint64_t kMaxSharedPatternBytes = std::uint64_t { 48 } * 1024; // what every GPU gives without being asked
inline constexpr std::uint64_t kMaxGlobalPatternBytes = std::uint64_t { 256 } << 20;

// The kernels, of the program's assets. Errors: no such file.
[[nodiscard]] Result<std::shared_ptr<const lesson::Lesson>> load_pattern_kernels(const std::filesystem::path& assets);

// Errors: a width that no lane can have, an address that is not a multiple of it, or one too far away; the sentence tells the
// pattern's number, from 1, and the lane.
[[nodiscard]] Result<PatternPlan> plan_patterns(
    std::span<const AccessPattern> patterns, std::uint32_t repetitions = kPatternRepetitions);

// Runs them on the GPU under its counters, some hundred at a time. Errors: those of plan_patterns() and engine::count_step().
[[nodiscard]] Result<std::vector<PatternCounts>> count_patterns(const std::shared_ptr<const gpu::Driver>& driver,
    const std::shared_ptr<const lesson::Lesson>& kernels, std::span<const AccessPattern> patterns,
    const std::vector<std::filesystem::path>& cupti_libraries = gpu::cupti_libraries(), int device = 0);

} // namespace warpstage::kernel_run
