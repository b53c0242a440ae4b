// One line of a bench: the time of a variant on an engine, and whether its result is correct.
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
    std::string problem; // parameters that are not tunable: lines of a lesson with equal ones compute the same
    std::string tuned; // "bodies=8": tuned values from `warpstage tune` that were used; empty: none
    engine::TimingSummary time; // of one run; no samples if it did not run
    double merit = 0.0; // throughput: work of one run / median time, in `unit`
    std::string unit; // "B/s", "interactions/s"
    double limit = 0.0; // upper bound of `merit` on this device; 0: unknown
    std::string limit_name; // limiting resource: "copy"
    engine::TimingSummary graph_time; // of one run as a CUDA graph; no samples: not measured
    bool launch_bound = false; // hardly longer than the launch of empty kernels
    std::uint32_t steps_per_sample = 1;
    std::uint32_t copies = 1; // copies of the data, used in rotation so that the L2 cache of a GPU contains none of them
    bool in_cache = false; // the data may nevertheless have come from the cache
    std::uint32_t launches = 0; // of a step
    std::uint64_t warp_instructions = 0; // of one run on the virtual machine; 0 on a GPU
    std::uint64_t lane_instructions = 0;
    std::optional<bool> correct; // nothing: not checked
    std::string remark; // message of a failed check, reason why the variant did not run, or checks that were off
};

// A complete result: the device and the lines.
struct BenchResult {
    std::string program; // "warpstage 0.1.0"
    std::string engine; // "NVIDIA H200"
    std::string engine_detail; // "CC 9.0, 132 SMs, driver 580.159"
    bool emulated = false; // times of the virtual machine
    std::vector<MeasuredVariant> variants;
    bool estimated = false; // times estimated by the SM model for the GPU named by `engine`
};

// Share of the limit, 1 is all of it; nothing if there is no limit, or if the data came from the cache so that the memory limit
// does not apply.
[[nodiscard]] std::optional<double> share_of_limit(const MeasuredVariant& variant);

// Whether its time is emulated: host code never is, whatever runs the kernels.
[[nodiscard]] bool is_emulated(const BenchResult& result, const MeasuredVariant& variant);

// The same for an estimate.
[[nodiscard]] bool is_estimated(const BenchResult& result, const MeasuredVariant& variant);

// Speedup over the first variant of its lesson with the same problem and the same kind of time; 0 if one of them has no time.
[[nodiscard]] double speed_up(const BenchResult& result, const MeasuredVariant& variant);

} // namespace warpstage::bench
