// Hardware counters of single warp accesses with a given address per lane, to compare the rules of banks and sectors with the GPU
// of this computer. The kernels are in access_pattern.cu and matrix_pattern.cu; their PTX is in the folder probes of the assets.
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
    // The last ones in shared memory only. Matrix operations have 16 bytes and 8, 16 or 32 lanes from lane 0 on.
    enum class Operation : std::uint8_t {
        load,
        store,
        load_matrix,
        load_transposed_matrix,
        store_matrix,
        store_transposed_matrix,
        async_copy,
    };

    Memory memory = Memory::shared;
    Operation operation = Operation::load;
    std::uint32_t bytes = 4; // of one lane: 1, 2, 4, 8 or 16
    LaneMask lanes = 0;
    std::array<std::uint64_t, kMaxLanes>
        offsets {}; // offsets from the start of shared memory or of a buffer with 256-byte alignment
};

// Counters of one access. Those of the other memory are 0.
struct PatternCounts {
    double wavefronts = 0.0;
    double bank_conflicts = 0.0;
    double sectors = 0.0;
    double requests = 0.0; // to global memory
};

// A plan with one launch per pattern, preceded by one launch per used kernel without any access, which measures the overhead of a
// launch.
struct PatternPlan {
    struct Launch {
        std::size_t own = 0; // number of the launch in the step
        std::size_t empty = 0; // launch without an access
    };
    std::shared_ptr<const problem::Plan> plan;
    std::vector<Launch> launches; // by pattern
};

// Number of repetitions of the access per launch.
inline constexpr std::uint32_t kPatternRepetitions = 1000;
// The highest byte that a pattern may access.
inline constexpr std::uint64_t kMaxSharedPatternBytes = std::uint64_t { 48 } * 1024; // available on every GPU without an opt-in
inline constexpr std::uint64_t kMaxGlobalPatternBytes = std::uint64_t { 256 } << 20;

// Those of loads and stores run on every GPU, all of them need compute capability 9.0.
enum class PatternKernels : std::uint8_t { loads_and_stores, all };
[[nodiscard]] PatternKernels kernels_for(std::span<const AccessPattern> patterns);

// The kernels from the program's assets. Errors: the file is missing.
[[nodiscard]] Result<std::shared_ptr<const lesson::Lesson>> load_pattern_kernels(
    const std::filesystem::path& assets, PatternKernels kernels = PatternKernels::loads_and_stores);

// Errors: an invalid access width, other lanes than a matrix operation has, a misaligned address, or an address that is too high;
// the message has the pattern's number, from 1, and the lane.
[[nodiscard]] Result<PatternPlan> plan_patterns(
    std::span<const AccessPattern> patterns, std::uint32_t repetitions = kPatternRepetitions);

// Runs the patterns on the GPU with hardware counters, some hundred at a time. Errors: those of plan_patterns() and
// engine::count_step().
[[nodiscard]] Result<std::vector<PatternCounts>> count_patterns(const std::shared_ptr<const gpu::Driver>& driver,
    const std::shared_ptr<const lesson::Lesson>& kernels, std::span<const AccessPattern> patterns,
    const std::vector<std::filesystem::path>& cupti_libraries = gpu::cupti_libraries(), int device = 0);

} // namespace warpstage::kernel_run
