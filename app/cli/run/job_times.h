// Estimated times of the launches of a job on GPUs, and their causes.
#pragma once

#include "core/arch/architecture.h"
#include "core/kernel_run/kernel_job.h"
#include "core/timing/what_if/what_if.h"

#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::cli {

enum class Causes : std::uint8_t { wanted, unwanted };

struct JobTimeOrder {
    std::vector<arch::Architecture> architectures;
    Causes causes = Causes::unwanted;
    std::string impossible {}; // why no GPU can run the job; empty: it can
};

struct Explained {
    arch::Architecture architecture;
    timing::Why why;
};

struct JobTimes {
    std::vector<kernel_run::JobEstimate> estimates; // one per architecture
    std::vector<Explained> causes; // of the longest launch, one per architecture with an estimate
};

[[nodiscard]] JobTimes estimate_times(const kernel_run::KernelJob& job, const JobTimeOrder& order, const std::stop_token& stop);

} // namespace warpstage::cli
