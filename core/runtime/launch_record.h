// What one launch did, for the report of `warpstage exec`. The runtime library writes one JSON line per launch to a file; the
// command reads it.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/base/dim3.h"
#include "core/base/result.h"
#include "core/timing/advice/why_report.h"
#include "core/timing/estimate.h"
#include "core/timing/machine_counters.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::runtime {

// Estimated on a GPU by the SM model.
struct LaunchEstimate {
    std::chrono::nanoseconds time { 0 };
    std::string limiter; // "DRAM bandwidth"
    double occupancy = 0.0; // 0 to 1
    std::optional<analysis::CacheUse> cache;
    std::optional<timing::TimeRange> range; // see timing::likely_range()
};

struct LaunchFault {
    std::string kind; // "Race"
    std::string message; // complete, with lane and address
    std::string file; // of the CUDA source; empty: unknown
    std::uint32_t line = 0;
    std::string hang {}; // of a deadlock, as JSON: see core/simt/hang/hang_json.h
    std::string place {}; // " (helper.h:4, called from main.cu:6)"; empty: unknown
};

// What the checks have found, in the words of compute-sanitizer; see docs/checks.md.
struct LaunchFinding {
    LaunchFault fault;
    std::string severity; // "ERROR", "WARNING", "INFO"
    std::string tool; // "racecheck"; empty: none of compute-sanitizer's tools
    std::string hazard; // of a race: "RAW"
    std::string cause; // of a race: "missing barrier"
    std::uint64_t count = 0;
};

struct LaunchRecord {
    std::uint64_t number = 0; // from 1, in the order of the launches; 0: a finding that belongs to none
    std::string kernel;
    Dim3 grid {};
    Dim3 block {};
    std::uint64_t shared_bytes = 0; // static and dynamic
    bool finished = false; // false: the launch has begun
    std::chrono::nanoseconds emulated { 0 }; // so far
    std::uint64_t ended_blocks = 0; // so far; 0 if it has finished
    std::chrono::nanoseconds before { 0 }; // that the launches before it took; 0 if it has finished
    std::uint64_t warp_instructions = 0; // of the whole grid
    std::uint64_t lane_instructions = 0;
    std::uint64_t observed_blocks = 0; // 0: nothing was observed, and the counters are 0
    analysis::Counters counters; // sums over the observed blocks
    std::uint64_t sampled_blocks = 0; // that stand for the grid in the estimate, and in the counters if not all are observed
    std::uint64_t sampled_instructions = 0; // warp instructions of these blocks
    std::optional<timing::MachineCounters> machine; // of the whole grid, in machine code; nothing: not all blocks were observed
    std::optional<timing::MachineCounters>
        assembled; // the same in machine code of ptxas; nothing: no CUDA Toolkit with its tools
    std::optional<LaunchEstimate> estimate;
    std::string no_estimate; // the reason
    std::optional<timing::WhyReport> why; // causes of the estimated time
    std::optional<LaunchFault> fault;
    std::vector<LaunchFinding> findings; // errors first; the fault is the first one

    // The factor from the observed blocks to the grid.
    [[nodiscard]] double scale() const;
    // Warp instructions of a sampled block relative to those of an average block, which are counted for the whole grid.
    [[nodiscard]] double relative_work() const;
    // Whether the sampled blocks may stand for the grid: all of it, or blocks that execute as much as the average one.
    [[nodiscard]] bool is_representative() const;
};

[[nodiscard]] nlohmann::json to_json(const LaunchRecord& record);
// Lines of the file; a launch that has begun and finished has two lines, of which the later one counts. A last line that is
// incomplete is ignored. Errors: a line that is no record.
[[nodiscard]] Result<std::vector<LaunchRecord>> parse_records(std::string_view lines);

// About a launch that has not finished: how much of it is done, and the time left if all blocks take equally long.
[[nodiscard]] std::string progress_text(const LaunchRecord& record);
// About a program with many launches, of which the last one is this: how long all of them have taken.
[[nodiscard]] std::string launches_text(const LaunchRecord& record);
// The same for a line of a terminal that changes.
[[nodiscard]] std::string progress_line(const LaunchRecord& record);

// `gpu`: the name of the GPU of the estimates.
[[nodiscard]] std::string to_text(const std::vector<LaunchRecord>& records, std::string_view gpu);
[[nodiscard]] std::string to_csv(const std::vector<LaunchRecord>& records);

} // namespace warpstage::runtime
