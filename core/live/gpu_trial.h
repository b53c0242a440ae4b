// The trial of kernels on a GPU in another process of this program, at full size: a fault there leaves this process's GPU context
// intact with most drivers.
#pragma once

#include "core/live/compiled_kernels.h"
#include "core/live/real_size_trial.h"
#include "core/live/worker_process.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::live {

struct GpuTrialOptions {
    std::filesystem::path program; // started with the arguments; empty: no trial is possible
    std::vector<std::string> arguments;
    std::chrono::milliseconds limit { 5000 }; // for loading and two steps at full size
};

// This program as the worker for the GPU of that index.
[[nodiscard]] GpuTrialOptions worker_of_this_program(int gpu);

class GpuTrial {
public:
    explicit GpuTrial(GpuTrialOptions options)
        : m_options(std::move(options))
    {
    }

    // Starts the process, because creating its context takes longer than a trial. Otherwise run() does.
    void prepare();

    // Two steps with the lesson's kernels replaced by these. A finding: a fault, or the process ended. A remark: no trial.
    [[nodiscard]] TrialLook run(const lesson::Lesson& lesson, const std::string& variant, const problem::Settings& settings,
        const KernelTexts& texts, const std::stop_token& stop = {});

private:
    [[nodiscard]] Result<void> started();

    GpuTrialOptions m_options;
    std::optional<WorkerProcess> m_process;
};

} // namespace warpstage::live
