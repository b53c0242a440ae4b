// `warpstage report`: writes a handout of a lesson from runs on this computer.
#include "app/export/report.h"

#include "app/cli/command.h"
#include "app/cli/estimate/estimate_run.h"
#include "app/cli/figure/figure.h"
#include "app/cli/report/report_file.h"
#include "app/figures/bars.h"
#include "app/figures/handout.h"
#include "app/figures/step_times.h"
#include "core/base/verify.h"

#include <fmt/chrono.h>
#include <fmt/ranges.h>

#include <ctime>
#include <tuple>

namespace warpstage::cli {

namespace {

using figures::Reported;

struct ReportOptions {
    std::string lesson;
    std::vector<std::string> variants; // empty: all
    std::string architecture = "9.0"; // see core/arch/architecture.h
    std::uint32_t repeat = 11; // samples of each variant
    std::filesystem::path output; // .pdf or .html
};

// A label that begins with "·" continues the previous one ("no barrier", "· repaired"): returns both.
std::string label_alone(const lesson::Lesson& lesson, const problem::Variant& variant)
{
    constexpr std::string_view kGoesOn = "·";
    const auto at = std::ranges::find(lesson.variants, variant.id, &problem::Variant::id);
    if (!variant.label.starts_with(kGoesOn) || at == lesson.variants.begin() || at == lesson.variants.end())
        return variant.label;
    return fmt::format("{} {}", label_alone(lesson, *std::prev(at)), variant.label);
}

// Bars with the rate or time of all variants that ran; nothing if none ran.
void append_bars(exporter::Report& report, bench::BenchResult measured, const lesson::Lesson& lesson)
{
    constexpr float kWidth = 860.0F;
    constexpr float kBar = 30.0F;
    constexpr float kFrame = 130.0F; // heading, axis and key
    std::erase_if(measured.variants, [](const auto& line) { return line.time.samples == 0; });
    const auto plotted = figures::plotted_bars(measured, lesson);
    if (!plotted)
        return;
    const draw::Size size { kWidth, kFrame + kBar * static_cast<float>(std::max<std::size_t>(measured.variants.size(), 4)) };
    report.parts.emplace_back(exporter::Picture { plotted->draw(size, draw::make_style(draw::Theme::light, 1.0F)),
        fmt::format("bars · {}", lesson.title), draw::caption_words(plotted->caption) });
    report.parts.emplace_back(exporter::Note { plotted->caption.source });
}

// Counts all launches; in a long run only some blocks of each.
Result<analysis::StepTraffic> count_whole_step(const std::shared_ptr<const engine::VmPrograms>& programs,
    const std::shared_ptr<const problem::Plan>& plan, const std::string& architecture)
{
    constexpr std::uint64_t kWholeStep = 2'000'000; // warp instructions
    return analysis::count_step({ .programs = programs,
        .plan = plan,
        .traits = or_refuse(arch::parse_architecture(architecture)).traits,
        .instruction_budget = kWholeStep });
}

// At the sizes of a GPU. Nothing: a variant without kernels, or no estimate.
std::optional<timing::WhyReport> explained(const Common& common, const FigureRequest& figure)
{
    auto [subject, plan] = subject_of(common, figure, engine::EngineKind::gpu);
    if (plan->recorded_work >= plan->step.size()
        || !figures::run_launch(subject, views::Need::explained_time, plan, launch_run_of(figure)))
        return std::nullopt;
    return timing::report_of(*subject.why, &subject.lesson->source_lines);
}

std::vector<Reported> run_variants(const Common& common, const ReportOptions& options, const lesson::Lesson& lesson,
    const std::vector<const problem::Variant*>& chosen, engine::Engine& engine)
{
    std::vector<Reported> variants;
    const auto programs = std::make_shared<const engine::VmPrograms>(find_lesson(common, options.lesson));
    for (const auto* variant : chosen) {
        Reported one;
        one.variant = variant;
        one.label = label_alone(lesson, *variant);
        FigureRequest figure;
        figure.lesson = lesson.id;
        figure.variant = variant->id;
        figure.architecture = options.architecture;
        const auto run = launch_run_of(figure);
        std::shared_ptr<const problem::Plan> plan;
        std::tie(one.subject, plan) = subject_of(common, figure);
        if (auto recording = figures::record_block(one.subject, plan, run)) {
            one.subject.recording = *std::move(recording);
            one.subject.sm = figures::model_block(*one.subject.recording, *plan, run);
            one.subject.block = std::get<problem::KernelLaunch>(plan->step[plan->recorded_work]).block;
        } else {
            one.remark = recording.error().message;
        }
        if (auto step = count_whole_step(programs, plan, options.architecture))
            one.step = *std::move(step);
        one.why = explained(common, figure);
        if (std::holds_alternative<problem::TransferScene>(plan->scene)) {
            if (auto transfers = figures::time_step(engine, one.subject, plan, run.architecture.assumed_gpu()))
                one.subject.measurement = *std::move(transfers);
        }
        variants.push_back(std::move(one));
    }
    return variants;
}

// The part before the variants.
exporter::Report begin_report(const ReportOptions& options, const lesson::Lesson& lesson, const engine::Description& machine,
    const std::vector<Reported>& variants, const bench::BenchResult& measured)
{
    const bool estimated = machine.kind == engine::EngineKind::vm;
    exporter::Report report;
    report.title = fmt::format("{} · {}", lesson.number, lesson.title);
    auto& parts = report.parts;
    parts.emplace_back(exporter::Heading { 1, report.title });
    parts.emplace_back(exporter::Paragraph { lesson.summary });
    parts.emplace_back(
        exporter::Note { fmt::format("{}, {}. {} {:%Y-%m-%d}. Figures of accesses and lanes show one block recorded on the "
                                     "virtual machine, evaluated for {}. Figures of a multiprocessor (SM) are estimated by the "
                                     "SM model. A figure is omitted if it is the same as for the previous variant.",
            machine.name, machine.detail, program_version(), fmt::localtime(std::time(nullptr)),
            variants.empty() ? options.architecture : variants.front().subject.architecture) });
    parts.emplace_back(exporter::Heading { 2, "Timings" });
    const std::string parameters = measured.variants.empty() ? "" : measured.variants.front().parameters;
    const std::string with = parameters.empty() ? "" : " with " + parameters;
    parts.emplace_back(exporter::Paragraph { estimated
            ? fmt::format(
                "Time of one run of each variant{}, estimated for {} by the SM model from blocks run on the virtual machine, not "
                "measured. Host code is measured on the CPU of this computer; its time is not comparable with the estimates.",
                with, measured.engine)
            : fmt::format("Time of one run of each variant, measured on {}{}: median of {} samples.", machine.name, with,
                options.repeat) });
    parts.emplace_back(figures::timings_table(variants, measured));
    for (std::size_t i = 0; i < variants.size(); ++i) { // a reason is too long for a cell
        const auto& line = measured.variants[i];
        if (line.time.samples == 0 && !line.remark.empty())
            parts.emplace_back(exporter::Paragraph { fmt::format("No times for {}: {}", variants[i].label, line.remark) });
    }
    append_bars(report, measured, lesson);
    if (auto steps = figures::step_table(variants); !steps.rows.empty()) {
        parts.emplace_back(exporter::Heading { 2, "All launches" });
        parts.emplace_back(exporter::Paragraph { fmt::format(
            "Totals over all launches of one run on the virtual machine, evaluated for {}. An element is the value that one "
            "thread reads or writes with one access to global memory. ≈: extrapolated from a sample of the blocks of each "
            "launch.",
            variants.front().subject.architecture) });
        parts.emplace_back(std::move(steps));
    }
    auto tables = figures::differences_tables(variants);
    if (tables.empty())
        return report;
    parts.emplace_back(exporter::Heading { 2, "Differences" });
    parts.emplace_back(exporter::Paragraph { fmt::format("Counts for one block run on the virtual machine, by the access rules "
                                                         "of {}. In parentheses: change from the previous variant.",
        variants.front().subject.architecture) });
    for (auto& table : tables)
        parts.emplace_back(std::move(table));
    return report;
}

void append_variant(
    exporter::Report& report, const lesson::Lesson& lesson, const Reported& one, const Reported* before, std::uint32_t rows)
{
    auto& parts = report.parts;
    parts.emplace_back(exporter::Heading { 2, one.label });
    parts.emplace_back(exporter::Paragraph { one.variant->summary });
    if (one.subject.recording != nullptr && one.subject.recording->trap)
        parts.emplace_back(exporter::Paragraph { "Fault on the virtual machine: " + one.subject.recording->trap->message });
    if (one.subject.recording == nullptr && !one.remark.empty())
        parts.emplace_back(exporter::Paragraph { one.remark });
    if (one.why)
        parts.emplace_back(exporter::Paragraph { figures::why_words(one) });
    figures::append_source(report, lesson, one, before, rows);
}

// Selects the most informative figures that fit on the pages, and shortens the source listings if not even those fit.
exporter::Report with_room(const exporter::Report& beginning, const lesson::Lesson& lesson, const std::vector<Reported>& variants)
{
    constexpr std::size_t kMaxPages = 10;
    const auto telling = figures::telling_figures(lesson, variants);
    const auto composed = [&](std::size_t count, std::uint32_t rows) {
        auto report = beginning;
        for (std::size_t i = 0; i < variants.size(); ++i) {
            append_variant(report, lesson, variants[i], i == 0 ? nullptr : &variants[i - 1], rows);
            for (std::size_t each = 0; each < count; ++each)
                if (telling[each].variant == i)
                    figures::append_figure(report, telling[each], variants[i]);
        }
        return report;
    };
    for (const std::uint32_t rows : { 22U, 14U, 9U, 5U }) {
        // Each variant gets a figure if it has one, unless not even the shortest source listings leave room for it.
        const std::size_t wanted = std::min(telling.size(), variants.size() / 2);
        if (rows != 5U && exporter::page_count(composed(wanted, rows)) > kMaxPages)
            continue;
        std::size_t fits = 0;
        std::size_t too_many = telling.size() + 1;
        while (fits + 1 < too_many) {
            const std::size_t middle = (fits + too_many) / 2;
            (exporter::page_count(composed(middle, rows)) <= kMaxPages ? fits : too_many) = middle;
        }
        return composed(fits, rows);
    }
    VERIFY_NOT_REACHED();
}

exporter::Report compose(const Common& common, const ReportOptions& options)
{
    const auto lesson = find_lesson(common, options.lesson);
    const auto chosen = chosen_variants(*lesson, options.variants);
    const auto engine = engine_for(common);
    or_refuse(engine->load(lesson));
    const auto& machine = engine->description();
    const auto settings = settings_of(common, *lesson, machine.kind);
    const auto variants = run_variants(common, options, *lesson, chosen, *engine);
    const auto measured = machine.kind == engine::EngineKind::vm
        ? estimate_or_measure(
            *engine, lesson, chosen, settings, or_refuse(arch::parse_architecture(options.architecture)), options.repeat)
        : measure_variants(*engine, *lesson, chosen, settings, options.repeat);
    auto report = with_room(begin_report(options, *lesson, machine, variants, measured), *lesson, variants);
    // HTML has no page limit; on paper the lines shown with each variant are enough.
    if (or_refuse(exporter::report_kind_of(options.output)) == exporter::ReportKind::html) {
        report.parts.emplace_back(exporter::Heading { 2, "Source" });
        report.parts.emplace_back(exporter::Code { lesson->source });
        if (!lesson->host_lines.empty()) {
            report.parts.emplace_back(exporter::Heading { 2, "Host code" });
            report.parts.emplace_back(exporter::Code { fmt::format("{}\n", fmt::join(lesson->host_lines, "\n")) });
        }
    }
    return report;
}

int write_report(const Common& common, const ReportOptions& options)
{
    // Options are validated before anything runs.
    or_refuse(exporter::report_kind_of(options.output));
    or_refuse(exporter::save(compose(common, options), options.output));
    fmt::print("{}\n", options.output.string());
    return kSuccess;
}

} // namespace

void write_handout(const Common& common, const std::string& lesson, const std::filesystem::path& output)
{
    ReportOptions options;
    options.lesson = lesson;
    options.output = output;
    or_refuse(exporter::save(compose(common, options), output));
}

void add_report(CommandLine& line)
{
    auto& app = line.add("report",
        "Write a handout of a lesson from runs on this computer, as PDF (at most 10 pages) or HTML: timings and, for each "
        "variant, its source lines and the figures that differ from those of the previous variant");
    auto& options = line.options_of(
        app, write_report, [](const ReportOptions& report) { or_refuse(exporter::report_kind_of(report.output)); },
        [](const ReportOptions&) { return Desktop::needed; });
    app.add_option("LESSON", options.lesson, "Id of the lesson")->required();
    app.add_option("-o,--output", options.output, "Output file, .pdf or .html")->required();
    add_variants(app, options.variants, "Include only this variant");
    add_architecture(app, options.architecture);
    add_repeat(app, options.repeat, "Samples per variant; the median is reported");
}

} // namespace warpstage::cli
