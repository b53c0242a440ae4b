// Estimated and measured times of variants, as a table.
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
    std::chrono::nanoseconds time { 0 }; // of one run; 0: none
    std::string limiter; // "DRAM bandwidth"
    double occupancy = 0.0; // of the kernel with the longest time, 0 to 1
    double waves = 0.0;
    std::string reason; // reason for a missing estimate
};

struct EstimatedVariant {
    MeasuredVariant line; // no samples: not measured
    double work = 0.0; // work of one run: line.unit times seconds
    std::vector<GpuEstimate> estimates; // one element per EstimateResult::gpus
};

struct EstimateResult {
    std::string program; // "warpstage 0.1.0"
    std::string measured_on; // "NVIDIA H200 (CC 9.0, 132 SMs)"; empty: nothing was measured
    std::vector<std::string> gpus; // "GeForce GTX 280"
    std::optional<std::size_t> measured_gpu; // index in `gpus` of the measured GPU
    std::vector<EstimatedVariant> variants; // in the lessons' order
};

// For the measured GPU; no pairs if none of the GPUs was measured.
[[nodiscard]] Agreement agreement_of(const EstimateResult& result);

// Measured time, estimated time, error and limiter of each variant, with one group of columns per GPU, followed by a summary of
// the agreement if there are measurements. CSV has one line per variant and GPU, and no summary.
[[nodiscard]] std::string to_table(const EstimateResult& result, Format format);

// The estimates for one GPU as a bench result, for printing or drawing.
[[nodiscard]] BenchResult estimated_times(const EstimateResult& result, std::size_t gpu);

} // namespace warpstage::bench
