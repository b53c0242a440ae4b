#include "core/live/gpu_trial.h"

#include "core/base/process/programs.h"
#include "core/live/worker_message.h"
#include "core/live/worker_side.h"

#include <utility>

namespace warpstage::live {

GpuTrialOptions worker_of_this_program(int gpu)
{
    return { own_program(), { "--gpu", std::to_string(gpu), kWorkerCommand } };
}

void GpuTrial::prepare()
{
    if (!m_options.program.empty())
        static_cast<void>(started()); // run() reports the reason
}

TrialLook GpuTrial::run(const lesson::Lesson& lesson, const std::string& variant, const problem::Settings& settings,
    const KernelTexts& texts, const std::stop_token& stop)
{
    if (m_options.program.empty())
        return { {}, "Not tested in a separate GPU process first, because the program to start was not found." };
    if (auto ready = started(); !ready)
        return { found(Stage::gpu, ready.error().message), {} };
    WorkerRequest request { lesson.folder, variant, {}, texts, problem::relaunches_of(*lesson.problem) };
    for (const auto& parameter : lesson.problem->parameters())
        request.settings.emplace(parameter.id, settings.text(parameter.id));
    const auto line = m_process->ask(to_line(request), m_options.limit, stop);
    if (!line)
        return { found(Stage::gpu, line.error().message), {} };
    const auto answer = answer_of(*line);
    if (!answer)
        return { found(Stage::gpu, answer.error().message), {} };
    if (answer->fault.empty())
        return {};
    // It is unusable after the fault; another one is started for the next trial.
    m_process.reset();
    static_cast<void>(started());
    return { found(Stage::gpu, answer->fault), {} };
}

Result<void> GpuTrial::started()
{
    if (m_process && m_process->running())
        return {};
    auto process = WorkerProcess::start(m_options.program, m_options.arguments);
    if (!process)
        return process.error();
    m_process = std::move(*process);
    return {};
}

} // namespace warpstage::live
