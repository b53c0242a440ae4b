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
    engine::TimingSummary time; // of a step; no samples where it did not run
    double merit = 0.0; // work of a step by its median time, in `unit`
    std::string unit; // "B/s", "interactions/s"
    std::uint32_t steps_per_sample = 1;
    std::uint32_t copies = 1; // of the data, gone through in turn so that a GPU's level-2 cache has none of them
    bool in_cache = false; // the data may have come from the cache all the same
    std::uint32_t launches = 0; // of a step
    std::uint64_t warp_instructions = 0; // of a step on the virtual machine; 0 on a GPU
    std::uint64_t lane_instructions = 0;
    std::optional<bool> correct; // nothing: not checked
    std::string remark; // what the check said where it failed, or why the variant did not run
};

// A whole run: what computed, and its lines.
struct BenchResult {
    std::string program; // "warpstage 0.1.0"
    std::string engine; // "NVIDIA H200"
    std::string engine_detail; // "CC 9.0, 132 SMs, driver 580.159"
    bool emulated = false; // times of the virtual machine
    std::vector<MeasuredVariant> variants;
};

// How much faster than the first variant of its lesson with the same parameters; 0 where one of them has no time.
[[nodiscard]] double speed_up(const BenchResult& result, const MeasuredVariant& variant);

} // namespace warpstage::bench
