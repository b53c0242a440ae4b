#include "app/figures/launch.h"

#include "core/analysis/recording/partition_survey.h"
#include "core/analysis/recording/rounding_errors.h"
#include "core/engine/vm_plan.h"
#include "core/session/run/program.h"
#include "core/timing/estimate.h"
#include "core/timing/sm_model.h"
#include "core/timing/waves/waves.h"

namespace warpstage::figures {

using views::Subject;

namespace {

bool has_kernels(const problem::Plan& plan)
{
    return plan.recorded_work < plan.step.size();
}

Error no_blocks(const Subject& subject)
{
    return { fmt::format(
        "Variant `{}` of lesson `{}` runs on the host and has no blocks.", subject.variant, subject.lesson->id) };
}

// The blocks of the recorded launch that are resident on the given GPU at the same time. The GPU must have memory partitions.
Result<analysis::PartitionSurvey> survey_blocks(const Subject& subject, const Plan& plan, const LaunchRun& run)
{
    return analysis::survey_partitions({ .programs = std::make_shared<const engine::VmPrograms>(subject.lesson),
        .plan = plan,
        .work = plan->recorded_work,
        .traits = subject.traits,
        .gpu = &run.architecture.assumed_gpu() });
}

// The causes of the estimated time of the plan's longest launch.
Result<void> explain_step(Subject& subject, const Plan& plan, const LaunchRun& run)
{
    const timing::EstimateRequest order { std::make_shared<const engine::VmPrograms>(subject.lesson), plan,
        run.architecture.traits, &run.architecture.assumed_gpu() };
    const auto step = timing::estimate_step(order, run.stop);
    if (!step)
        return step.error();
    auto why = timing::why_step(order, *step, run.stop);
    if (!why)
        return why.error();
    subject.why = std::make_shared<const timing::Why>(*std::move(why));
    return {};
}

// Every block of the recorded launch.
Result<void> map_blocks(Subject& subject, const Plan& plan, const LaunchRun& run)
{
    if (!has_kernels(*plan))
        return no_blocks(subject);
    auto map = analysis::map_heat(
        { std::make_shared<const engine::VmPrograms>(subject.lesson), plan, plan->recorded_work, subject.traits }, run.stop);
    if (!map.refusal.empty())
        return Error { map.refusal };
    subject.heat = std::make_shared<const analysis::HeatMap>(std::move(map));
    return {};
}

// Its waves.
Result<void> find_waves(Subject& subject, const Plan& plan, const LaunchRun& run)
{
    if (!has_kernels(*plan))
        return no_blocks(subject);
    auto waves = timing::find_waves({ std::make_shared<const engine::VmPrograms>(subject.lesson), plan, run.architecture.traits,
                                        &run.architecture.assumed_gpu() },
        run.stop);
    if (!waves.refusal.empty())
        return Error { waves.refusal };
    subject.waves = std::make_shared<const timing::Waves>(std::move(waves));
    return {};
}

// The errors of its results.
Result<void> find_rounding(Subject& subject, const Plan& plan, const LaunchRun& run)
{
    if (!has_kernels(*plan))
        return no_blocks(subject);
    auto errors = analysis::find_rounding_errors({ std::make_shared<const engine::VmPrograms>(subject.lesson), plan }, run.stop);
    if (!errors.refusal.empty())
        return Error { errors.refusal };
    subject.rounding = std::make_shared<const analysis::RoundingErrors>(std::move(errors));
    return {};
}

} // namespace

Result<std::shared_ptr<const session::Recording>> record_block(const Subject& subject, const Plan& plan, const LaunchRun& run)
{
    if (!has_kernels(*plan))
        return Error { fmt::format(
            "Variant `{}` of lesson `{}` runs on the host and has no kernel to draw.", subject.variant, subject.lesson->id) };
    auto recording = analysis::recording_request(subject.lesson, subject.variant, plan, *subject.traits);
    recording.block = run.block;
    recording.warp_width = run.warp_width;
    recording.checks = run.checks;
    return analysis::record(recording, run.stop);
}

views::SmSubject model_block(const session::Recording& recording, const problem::Plan& plan, const LaunchRun& run)
{
    const auto& gpu = run.architecture.assumed_gpu();
    const auto* launch = session::recorded_launch(plan);
    auto model = std::make_shared<const timing::SmRun>(timing::model_sm(recording,
        { .traits = run.architecture.traits,
            .gpu = &gpu,
            .resident_blocks = run.resident_blocks,
            .grid_blocks = launch == nullptr ? 1 : launch->grid.count() }));
    return { std::string { gpu.name }, run.cycles, std::move(model), nullptr };
}

bool draws_one_launch(views::Need need)
{
    return need == views::Need::recording || need == views::Need::resident_blocks || need == views::Need::modeled_sm
        || need == views::Need::explained_time || need == views::Need::heat_map || need == views::Need::waves
        || need == views::Need::rounding;
}

Result<void> run_launch(Subject& subject, views::Need need, const Plan& plan, const LaunchRun& run)
{
    if (need == views::Need::explained_time)
        return explain_step(subject, plan, run);
    if (need == views::Need::heat_map)
        return map_blocks(subject, plan, run);
    if (need == views::Need::waves)
        return find_waves(subject, plan, run);
    if (need == views::Need::rounding)
        return find_rounding(subject, plan, run);
    auto recording = record_block(subject, plan, run);
    if (!recording)
        return recording.error();
    subject.recording = *std::move(recording);
    if (need == views::Need::modeled_sm || subject.axis == views::StepAxis::cycles)
        subject.sm = model_block(*subject.recording, *plan, run);
    if (need == views::Need::modeled_sm)
        return {};
    if (need == views::Need::resident_blocks && subject.traits->memory_partitions != 0) {
        auto survey = survey_blocks(subject, plan, run);
        if (!survey)
            return survey.error();
        subject.partitions = std::make_shared<const analysis::PartitionSurvey>(*std::move(survey));
    }
    subject.block = std::get<problem::KernelLaunch>(plan->step[plan->recorded_work]).block;
    return {};
}

} // namespace warpstage::figures
