#include "app/cli/run/job_trial.h"

#include "core/base/temporary_folder.h"
#include "core/base/text.h"
#include "core/engine/gpu/gpu_engine.h"
#include "core/live/deadline.h"
#include "core/simt/faults/fault_names.h"
#include "core/timing/estimate.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace warpstage::cli {

namespace {

using kernel_run::JobOutcome;
using kernel_run::KernelJob;

constexpr std::uint32_t kRepetitions = 5; // on a GPU

std::chrono::nanoseconds median(std::vector<std::chrono::nanoseconds> times)
{
    if (times.empty())
        return {};
    std::ranges::sort(times);
    return times[times.size() / 2];
}

// Whether the results are equal bit by bit; else the first element that differs.
std::string difference(const KernelJob& job, const JobOutcome& present, const JobOutcome& edited)
{
    for (std::size_t i = 0; i < job.buffers.size(); ++i) {
        const auto& a = present.contents[i];
        const auto& b = edited.contents[i];
        const auto [at, other] = std::ranges::mismatch(a, b);
        if (at != a.end() || other != b.end())
            return fmt::format("The results differ: {}[{}] is the first element of {} that changes.", job.buffers[i].name,
                static_cast<std::size_t>(at - a.begin()) / std::max(1U, ptx::size_of(job.buffers[i].type)), job.buffers[i].name);
    }
    return {};
}

// The job with the edit; `folder` has the copy of its file.
Result<KernelJob> edited_job(const JobTrialOrder& order, const timing::Edit& edit,
    const std::optional<problem::LaunchDimensions>& launch, std::size_t work, const std::filesystem::path& folder)
{
    Result<KernelJob> job = order.job;
    if (!edit.source.empty()) {
        const auto copy = folder / order.options.file.filename();
        std::ofstream { copy } << edit.source;
        job = job_of_copy(order.options, copy);
    }
    if (job && launch) {
        auto plan = std::make_shared<problem::Plan>(*job->plan);
        auto& edited = std::get<problem::KernelLaunch>(plan->step[work]);
        edited.grid = launch->grid;
        edited.block = launch->block;
        job->plan = std::move(plan);
    }
    return job;
}

class Trials {
public:
    Trials(const JobTrialOrder& order, const timing::Why& why, const arch::Architecture& architecture, std::stop_token stop)
        : m_order(order)
        , m_why(why)
        , m_architecture(architecture)
        , m_stop(std::move(stop))
    {
    }

    JobTrial run(const timing::Advice& advice)
    {
        JobTrial trial;
        trial.advice = advice.sentence;
        if (advice.edit->launch)
            trial.launch = problem::changed(*advice.edit->launch, { m_why.grid, m_why.block });
        if (!advice.edit->source.empty())
            trial.changes = timing::changed_lines(m_order.job.source.lesson->source, advice.edit->source);
        const TemporaryFolder folder;
        const auto job = edited_job(m_order, *advice.edit, trial.launch, m_why.work, folder.path());
        trial.refusal = job ? compare(*job, trial) : job.error().message;
        if (trial.refusal.empty())
            trial.refusal = compare_times(*job, trial);
        return trial;
    }

private:
    // On the virtual machine, where faults are harmless. Returns why the edit cannot be used.
    std::string compare(const KernelJob& job, JobTrial& trial)
    {
        if (m_order.outcome.machine.kind == engine::EngineKind::vm)
            m_present = m_order.outcome;
        else if (!m_present) {
            auto present = kernel_run::run_on_vm(m_order.job, { .instruction_budget = m_order.budget, .stop = m_stop });
            if (!present)
                return present.error().message;
            m_present = *std::move(present);
        }
        const auto edited = kernel_run::run_on_vm(job, { .instruction_budget = m_order.budget, .stop = m_stop });
        if (!edited)
            return edited.error().message;
        if (edited->stopped || m_present->stopped)
            return "The trial was stopped.";
        if (edited->fault)
            return *edited->fault;
        if (std::string words = difference(job, *m_present, *edited); !words.empty())
            return words;
        return check(job, trial);
    }

    // With all checks, which take tens of times longer.
    std::string check(const KernelJob& job, JobTrial& trial) const
    {
        constexpr std::chrono::seconds kLimit { 3 };
        const live::Deadline deadline { kLimit, m_stop };
        const auto checked = kernel_run::run_on_vm(job,
            { .instruction_budget = m_order.budget, .settings = { *simt::find_checks("all"), {} }, .stop = deadline.token() });
        if (!checked)
            return checked.error().message;
        if (checked->stopped)
            trial.remark = fmt::format("The checks were ended after {} s.", kLimit.count());
        return checked->fault.value_or("");
    }

    std::string compare_times(const KernelJob& job, JobTrial& trial) const
    {
        if (m_order.outcome.machine.kind == engine::EngineKind::gpu) {
            const auto gpu = engine::make_gpu_engine(m_order.common.gpu);
            if (!gpu)
                return gpu.error().message;
            const auto outcome = kernel_run::run_on_gpu(job, **gpu, kRepetitions);
            if (!outcome)
                return outcome.error().message;
            if (outcome->fault)
                return *outcome->fault;
            trial.measured = true;
            trial.machine = outcome->machine.name;
            trial.before = median(m_order.outcome.times);
            trial.after = median(outcome->times);
            return difference(job, m_order.outcome, *outcome);
        }
        const auto before = estimate(m_order.job);
        const auto after = estimate(job);
        if (!before || !after)
            return !before ? before.error().message : after.error().message;
        trial.machine = after->gpu;
        trial.before = before->time;
        trial.after = after->time;
        return {};
    }

    [[nodiscard]] Result<timing::StepEstimate> estimate(const KernelJob& job) const
    {
        return timing::estimate_step({ std::make_shared<const engine::VmPrograms>(job.source.lesson), job.plan,
                                         m_architecture.traits, &m_architecture.assumed_gpu() },
            m_stop);
    }

    const JobTrialOrder& m_order;
    const timing::Why& m_why;
    const arch::Architecture& m_architecture;
    std::stop_token m_stop;
    std::optional<JobOutcome> m_present; // on the virtual machine
};

double gain_of(const JobTrial& trial)
{
    return trial.before.count() > 0 ? 1.0 - static_cast<double>(trial.after.count()) / static_cast<double>(trial.before.count())
                                    : 0.0;
}

std::string outcome_words(const JobTrial& trial)
{
    if (!trial.refusal.empty())
        return "Not usable: " + text::sentence(trial.refusal);
    std::string words =
        fmt::format("The results are equal. {} → {}, {} ({} {}).", text::duration(trial.before), text::duration(trial.after),
            timing::gain_words(gain_of(trial)), trial.measured ? "measured on" : "estimated for", trial.machine);
    return trial.remark.empty() ? words : words + ' ' + trial.remark;
}

} // namespace

std::vector<JobTrial> try_advice(
    const JobTrialOrder& order, const timing::Why& why, const arch::Architecture& architecture, const std::stop_token& stop)
{
    std::vector<JobTrial> trials;
    Trials all(order, why, architecture, stop);
    for (const timing::Advice& advice : timing::advice_for({ &why, &order.job.source.lesson->source_lines }))
        if (advice.edit && !stop.stop_requested())
            trials.push_back(all.run(advice));
    return trials;
}

std::string to_text(const std::vector<JobTrial>& trials)
{
    if (trials.empty())
        return "No advice has an edit that can be tried.\n";
    std::string text = "Tried on a copy:\n";
    for (const JobTrial& trial : trials) {
        text += fmt::format("* {}\n", trial.advice);
        text += to_text(trial.changes);
        if (trial.launch)
            text += fmt::format("  grid {}, block {}\n", text::extent(trial.launch->grid), text::extent(trial.launch->block));
        text += fmt::format("  {}\n", outcome_words(trial));
    }
    return text::plain_spaces(std::move(text));
}

nlohmann::json to_json(const JobTrial& trial)
{
    nlohmann::json json { { "advice", trial.advice }, { "equal", trial.refusal.empty() } };
    if (!trial.changes.empty())
        json["changes"] = to_json(trial.changes);
    if (trial.launch) {
        json["grid"] = text::extent(trial.launch->grid);
        json["block"] = text::extent(trial.launch->block);
    }
    if (!trial.refusal.empty()) {
        json["refusal"] = trial.refusal;
        return json;
    }
    json["gpu"] = trial.machine;
    json["measured"] = trial.measured;
    json["before_ns"] = trial.before.count();
    json["after_ns"] = trial.after.count();
    if (!trial.remark.empty())
        json["remark"] = trial.remark;
    return json;
}

} // namespace warpstage::cli
