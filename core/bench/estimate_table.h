// Estimated times of variants beside measured ones, as a table.
#pragma once

#include "core/bench/agreement.h"
#include "core/bench/measured_variant.h"
#include "core/bench/table.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::bench {

struct GpuEstimate {
    std::chrono::nanoseconds time { 0 }; // of a step; 0: none
    std::string limiter; // "DRAM bandwidth"
    double occupancy = 0.0; // of the longest kernel, 0 to 1
    double waves = 0.0;
    std::string reason; // why there is none
};

struct EstimatedVariant {
    MeasuredVariant line; // no samples: not measured
    double work = 0.0; // of a step: line.unit times a second
    std::vector<GpuEstimate> estimates; // one for each of EstimateResult::gpus
};

struct EstimateResult {
    std::string program; // "warpstage 0.1.0"
    std::string measured_on; // "NVIDIA H200 (CC 9.0, 132 SMs)"; empty: nothing was measured
    std::vector<std::string> gpus; // "GeForce GTX 280"
    std::optional<std::size_t> measured_gpu; // the one of `gpus` that was measured, too
    std::vector<EstimatedVariant> variants; // in the lessons' order
};

// Of the measured GPU; no pairs where none of the GPUs was measured.
[[nodiscard]] Agreement agreement_of(const EstimateResult& result);

// Measured, estimated, error and limiter of each variant, with one group of columns for each GPU; below, where there are
// measurements, how well both agree. CSV has one line for each variant and GPU, and no summary.
[[nodiscard]] std::string to_table(const EstimateResult& result, Format format);

// The estimates of one GPU as times of a result, for whoever draws or prints one.
[[nodiscard]] BenchResult estimated_times(const EstimateResult& result, std::size_t gpu);

} // namespace warpstage::bench
