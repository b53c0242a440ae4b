// One line of a bench: how long a variant takes on an engine, and whether it is right.
#pragma once

#include "core/engine/timing_summary.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::bench {

struct MeasuredVariant {
    std::string lesson; // id
    std::string variant; // id
    std::string parameters; // "n=1048576 block=256"
    std::string problem; // those that are not tunable: lines of a lesson with the same ones compute the same
    std::string tuned; // "bodies=8": what `warpstage tune` has found and was used; empty: nothing
    engine::TimingSummary time; // of a step; no samples where it did not run
    double merit = 0.0; // work of a step by its median time, in `unit`
    std::string unit; // "B/s", "interactions/s"
    double limit = 0.0; // the most that `merit` can be on this machine; 0: nobody claims one
    std::string limit_name; // what is exhausted then: "copy"
    engine::TimingSummary graph_time; // of a step out of a CUDA graph; no samples: not worth while
    bool launch_bound = false; // hardly longer than launching kernels that do nothing
    std::uint32_t steps_per_sample = 1;
    std::uint32_t copies = 1; // of the data, gone through in turn so that a GPU's level-2 cache has none of them
    bool in_cache = false; // the data may have come from the cache all the same
    std::uint32_t launches = 0; // of a step
    std::uint64_t warp_instructions = 0; // of a step on the virtual machine; 0 on a GPU
    std::uint64_t lane_instructions = 0;
    std::optional<bool> correct; // nothing: not checked
    std::string remark; // what the check said where it failed, why the variant did not run, or what was not looked for
};

// A whole run: what computed, and its lines.
struct BenchResult {
    std::string program; // "warpstage 0.1.0"
    std::string engine; // "NVIDIA H200"
    std::string engine_detail; // "CC 9.0, 132 SMs, driver 580.159"
    bool emulated = false; // times of the virtual machine
    std::vector<MeasuredVariant> variants;
    bool estimated = false; // times by the SM model for the GPU that `engine` names
};

// How much of the limit, 1 is all of it; nothing where there is no limit, or where the data came from the cache and that of
// memory limits nothing.
[[nodiscard]] std::optional<double> share_of_limit(const MeasuredVariant& variant);

// Whether its time is that of an emulation: host code is never emulated, whatever runs the kernels.
[[nodiscard]] bool is_emulated(const BenchResult& result, const MeasuredVariant& variant);

// The same of an estimate.
[[nodiscard]] bool is_estimated(const BenchResult& result, const MeasuredVariant& variant);

// How much faster than the first variant of its lesson with the same problem whose time is of the same kind; 0 where one of them
// has no time.
[[nodiscard]] double speed_up(const BenchResult& result, const MeasuredVariant& variant);

} // namespace warpstage::bench
