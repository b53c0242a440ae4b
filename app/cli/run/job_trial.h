// Advice that is proved: the edit of a piece of advice is applied to a copy of the user's kernels, which then runs with all
// checks and must give the results of the present ones; the time of both is estimated, or measured on a GPU.
#pragma once

#include "app/cli/run/kernel_options.h"
#include "core/arch/architecture.h"
#include "core/timing/advice/advice.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::cli {

struct JobTrial {
    std::string advice; // the sentence
    std::vector<timing::ChangedLines> changes; // of the file
    std::optional<problem::LaunchDimensions> launch; // instead of the present one
    std::string refusal; // why the edit cannot be used: "The results differ: …"; empty: the results are equal
    std::string remark; // about checks that were cut short; else empty
    std::chrono::nanoseconds before { 0 }; // of all launches
    std::chrono::nanoseconds after { 0 }; // 0 if refused
    std::string machine; // the GPU of the times
    bool measured = false; // else estimated
};

struct JobTrialOrder {
    const Common& common;
    const KernelOptions& options;
    const kernel_run::KernelJob& job;
    const kernel_run::JobOutcome& outcome; // of the job, without a fault
    std::uint64_t budget = 0; // warp instructions of one block
};

// Each piece of advice for the longest launch that has an edit.
[[nodiscard]] std::vector<JobTrial> try_advice(
    const JobTrialOrder& order, const timing::Why& why, const arch::Architecture& architecture, const std::stop_token& stop);

// The advice, its changed lines, and what came of it.
[[nodiscard]] std::string to_text(const std::vector<JobTrial>& trials);
[[nodiscard]] nlohmann::json to_json(const JobTrial& trial);

} // namespace warpstage::cli
