#include "app/cli/command.h"
#include "app/cli/figure/figure.h"
#include "app/export/export.h"
#include "core/analysis/recording/partition_survey.h"
#include "core/arch/architecture.h"
#include "core/session/run/program.h"
#include "core/session/run/timing_log.h"
#include "core/session/scene/transfer_view.h"
#include "core/timing/estimate.h"
#include "core/timing/limiter_words.h"
#include "core/timing/sm_model.h"

namespace warpstage::cli {

using views::Subject;

namespace {

// Timed runs end after this number, or after this time once there are enough for a median and a spread.
constexpr std::size_t kMaxRuns = 50;
constexpr std::size_t kFewestRuns = 3;
constexpr std::chrono::milliseconds kTimeOfRuns { 150 };

// An integer, also one of a few.
bool is_whole(const problem::Parameter& parameter)
{
    const auto whole = [](const std::string& choice) {
        return number_in<std::int64_t>(choice).has_value();
    };
    return parameter.kind == problem::Parameter::Kind::integer
        || (parameter.kind == problem::Parameter::Kind::choice && std::ranges::all_of(parameter.choices, whole));
}

// The parameters needed to repeat the run: every size, and all values that were set explicitly.
std::vector<std::string> words_of(
    const problem::Settings& settings, const std::vector<problem::Parameter>& parameters, const Common& common)
{
    std::vector<std::string> words;
    for (const auto& parameter : parameters) {
        const bool given = std::ranges::any_of(common.settings, [&](const auto& set) { return set.first == parameter.id; });
        // 0 means that the value follows from others; a seed is not a size.
        const auto value = parameter.kind == problem::Parameter::Kind::integer
            ? settings.integer(parameter.id) // also written as 2^22
            : number_in<std::int64_t>(settings.text(parameter.id)).value_or(0);
        const bool size = is_whole(parameter) && (given || (parameter.role != problem::Parameter::Role::seed && value != 0));
        if (size)
            words.push_back(fmt::format("{} = {}", parameter.id, text::grouped(value)));
        else if (given || parameter.role == problem::Parameter::Role::block_size)
            words.push_back(fmt::format("{} = {}", parameter.id, settings.text(parameter.id)));
    }
    return words;
}

} // namespace

std::pair<Subject, std::shared_ptr<const problem::Plan>> subject_of(
    const Common& common, const FigureRequest& request, engine::EngineKind machine)
{
    const auto architecture = or_refuse(arch::parse_architecture(request.architecture));
    const auto lesson = find_lesson(common, request.lesson);
    const auto& variant = find_variant(*lesson, request.variant);
    const auto settings = settings_of(common, *lesson, machine);
    Subject subject = request.asked;
    subject.lesson = lesson;
    subject.variant = request.variant;
    subject.settings = words_of(settings, lesson->problem->parameters(), common);
    subject.traits = architecture.traits;
    subject.architecture = architecture.name();
    subject.gpu = architecture.gpu;
    return { std::move(subject), plan_of(*lesson, variant, settings) };
}

Result<std::shared_ptr<const session::Recording>> record_block(
    const Subject& subject, const std::shared_ptr<const problem::Plan>& plan, const FigureRequest& request)
{
    if (plan->recorded_work >= plan->step.size())
        return Error { fmt::format(
            "Variant `{}` of lesson `{}` runs on the host and has no kernel to draw.", subject.variant, subject.lesson->id) };
    auto recording = analysis::recording_request(subject.lesson, subject.variant, plan, *subject.traits);
    recording.block = request.block;
    recording.warp_width = request.warp_width;
    recording.checks = request.checks;
    return analysis::record(recording, request.stop);
}

Result<analysis::PartitionSurvey> survey_blocks(
    const Subject& subject, const std::shared_ptr<const problem::Plan>& plan, const FigureRequest& request)
{
    return analysis::survey_partitions({ .programs = std::make_shared<const engine::VmPrograms>(subject.lesson),
        .plan = plan,
        .work = plan->recorded_work,
        .traits = subject.traits,
        .gpu = &or_refuse(arch::parse_architecture(request.architecture)).assumed_gpu() });
}

std::shared_ptr<const timing::SmRun> model_block(
    const session::Recording& recording, const problem::Plan& plan, const FigureRequest& request)
{
    const auto architecture = or_refuse(arch::parse_architecture(request.architecture));
    const auto* launch = session::recorded_launch(plan);
    return std::make_shared<const timing::SmRun>(timing::model_sm(recording,
        { .traits = architecture.traits,
            .gpu = &architecture.assumed_gpu(),
            .resident_blocks = request.resident_blocks,
            .grid_blocks = launch == nullptr ? 1 : launch->grid.count() }));
}

std::shared_ptr<const timing::Why> explain_step(
    const Subject& subject, const std::shared_ptr<const problem::Plan>& plan, const FigureRequest& request)
{
    const auto architecture = or_refuse(arch::parse_architecture(request.architecture));
    const timing::EstimateRequest order { std::make_shared<const engine::VmPrograms>(subject.lesson), plan, architecture.traits,
        &architecture.assumed_gpu() };
    const auto step = or_refuse(timing::estimate_step(order, request.stop));
    return std::make_shared<const timing::Why>(or_refuse(timing::why_step(order, step, request.stop)));
}

std::shared_ptr<const analysis::HeatMap> map_blocks(
    const Subject& subject, const std::shared_ptr<const problem::Plan>& plan, const FigureRequest& request)
{
    if (plan->recorded_work >= plan->step.size())
        refuse(
            fmt::format("Variant `{}` of lesson `{}` runs on the host and has no blocks.", subject.variant, subject.lesson->id));
    auto map = analysis::map_heat(
        { std::make_shared<const engine::VmPrograms>(subject.lesson), plan, plan->recorded_work, subject.traits }, request.stop);
    if (!map.refusal.empty())
        refuse(map.refusal);
    return std::make_shared<const analysis::HeatMap>(std::move(map));
}

bool draws_one_launch(views::Need need)
{
    return need == views::Need::recording || need == views::Need::resident_blocks || need == views::Need::modeled_sm
        || need == views::Need::explained_time || need == views::Need::heat_map;
}

void run_launch(
    Subject& subject, views::Need need, const std::shared_ptr<const problem::Plan>& plan, const FigureRequest& request)
{
    if (need == views::Need::explained_time) {
        subject.why = explain_step(subject, plan, request);
        return;
    }
    if (need == views::Need::heat_map) {
        subject.heat = map_blocks(subject, plan, request);
        return;
    }
    subject.recording = or_refuse(record_block(subject, plan, request));
    if (need == views::Need::modeled_sm) {
        subject.sm =
            views::SmSubject { std::string { or_refuse(arch::parse_architecture(request.architecture)).assumed_gpu().name },
                request.cycles, model_block(*subject.recording, *plan, request), nullptr };
        return;
    }
    if (need == views::Need::resident_blocks && subject.traits->memory_partitions != 0)
        subject.partitions = std::make_shared<const analysis::PartitionSurvey>(or_refuse(survey_blocks(subject, plan, request)));
    subject.block = std::get<problem::KernelLaunch>(plan->step[plan->recorded_work]).block;
}

Result<views::Measurement> measure_step(
    engine::Engine& engine, const Subject& subject, const std::shared_ptr<const problem::Plan>& plan)
{
    if (auto loaded = engine.load(subject.lesson); !loaded)
        return loaded.error();
    if (auto adopted = engine.adopt(plan, engine::Contents::initial); !adopted)
        return adopted.error();
    session::TimingLog log;
    std::optional<session::TransferFrame> transfers;
    if (std::holds_alternative<problem::TransferScene>(plan->scene))
        transfers = session::possible_transfers(*plan);
    const auto begin = std::chrono::steady_clock::now();
    // The log omits the first run.
    for (std::size_t run = 0; run <= kMaxRuns; ++run) {
        if (run > kFewestRuns && std::chrono::steady_clock::now() - begin > kTimeOfRuns)
            break;
        if (auto started = engine.start(); !started)
            return started.error();
        const auto outcome = engine.wait();
        if (!outcome)
            return outcome.error();
        if (outcome->trap)
            return Error { outcome->trap->message };
        log.add(0, outcome->timing);
        if (!outcome->spans.empty())
            transfers = session::measured_transfers(*plan, outcome->spans);
    }
    views::Measurement measurement { engine.description(), log.works(0), log.step(0), 0.0, plan->work_unit,
        std::move(transfers) };
    const double seconds = std::chrono::duration<double>(measurement.step.median).count();
    measurement.merit = seconds > 0.0 ? plan->work_per_step / seconds : 0.0;
    return measurement;
}

Result<views::Measurement> time_step(engine::Engine& engine, const Subject& subject,
    const std::shared_ptr<const problem::Plan>& plan, const std::string& architecture)
{
    if (engine.description().kind != engine::EngineKind::vm)
        return measure_step(engine, subject, plan);
    const auto& gpu = or_refuse(arch::parse_architecture(architecture)).assumed_gpu();
    const auto estimate =
        timing::estimate_step({ std::make_shared<const engine::VmPrograms>(subject.lesson), plan, subject.traits, &gpu });
    if (!estimate) {
        auto own = measure_step(engine, subject, plan);
        if (own)
            own->no_estimate = estimate.error().message;
        return own;
    }
    views::Measurement measurement { engine.description(), {}, { estimate->time, estimate->time, estimate->time, 1 }, 0.0,
        plan->work_unit, {} };
    measurement.estimated_for = gpu.name;
    for (const timing::WorkEstimate& work : estimate->works) {
        measurement.works.push_back({ work.name, false, { work.time, work.time, work.time, 1 } });
        measurement.limiters.push_back(timing::limiter_words(work.limiter, work.pipe));
    }
    const double seconds = std::chrono::duration<double>(estimate->time).count();
    measurement.merit = seconds > 0.0 ? plan->work_per_step / seconds : 0.0;
    if (std::holds_alternative<problem::TransferScene>(plan->scene))
        measurement.transfers = session::possible_transfers(*plan);
    return measurement;
}

Desktop desktop_of(const std::filesystem::path& file)
{
    const auto format = exporter::format_of(file); // an unknown one is refused later, an empty one is not written
    return format && exporter::is_painted_by_qt(*format) ? Desktop::needed : Desktop::unused;
}

void save_figure(const views::Exhibit& exhibit, std::string_view title, const std::filesystem::path& file, const FigurePage& page)
{
    const auto list = views::compose_page(exhibit, page.size, draw::make_style(page.theme, 1.0F));
    or_refuse(exporter::save(list, file, { std::string { title }, draw::caption_words(exhibit.caption) }, page.scale));
}

} // namespace warpstage::cli
