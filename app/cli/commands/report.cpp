// `warpstage report`: a handout of a lesson, made of what ran on this computer.
#include "app/export/report.h"

#include "app/cli/command.h"
#include "app/cli/estimate/estimate_run.h"
#include "app/cli/figure/figure.h"
#include "core/analysis/metrics.h"
#include "core/bench/measure_variant.h"

#include <fmt/chrono.h>

#include <ctime>
#include <tuple>

namespace warpstage::cli {

namespace {

struct ReportOptions {
    std::string lesson;
    std::vector<std::string> variants; // empty: all
    std::string architecture = "9.0"; // see core/arch/architecture.h
    std::uint32_t repeat = 11; // samples of each variant
    std::filesystem::path output; // .pdf or .html
};

// A variant with what ran for it; `subject.recording` is null where it runs on the host alone.
struct Reported {
    const problem::Variant* variant = nullptr;
    std::string label; // of the variant, so that it can stand alone
    views::Subject subject;
    std::string remark; // why it could not be recorded
};

// The figures that a handout has of each variant's recorded block, in this order; one that has nothing to show is left out.
constexpr std::array kFigures { "source", "lanes", "banks", "sectors", "sm" };
// What is told of each variant beside the one before it.
constexpr std::array kMetrics { "instructions", "active_threads", "divergent_targets", "wavefronts", "wavefronts_excessive",
    "sectors", "sectors_excessive" };

exporter::DataTable timings_table(const std::vector<Reported>& variants, const bench::BenchResult& measured)
{
    exporter::DataTable table { { "variant", "median", "minimum", "maximum", "rate", "speed-up" }, {} };
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const auto& line = measured.variants[i];
        if (line.time.samples == 0) {
            table.rows.push_back({ variants[i].label, "–", "–", "–", "–", "–" }); // a sentence below says why
            continue;
        }
        const bool estimated = bench::is_estimated(measured, line); // one value, without spread
        const double factor = bench::speed_up(measured, line);
        table.rows.push_back({ variants[i].label, text::duration(line.time.median) + (estimated ? " (estimated)" : ""),
            estimated ? "–" : text::duration(line.time.minimum), estimated ? "–" : text::duration(line.time.maximum),
            text::rate(line.merit, line.unit), factor > 0.0 ? fmt::format("{:.2f} ×", factor) : "–" });
    }
    return table;
}

// A label that goes on from the one before, "no barrier" and "· repaired", with it.
std::string label_alone(const lesson::Lesson& lesson, const problem::Variant& variant)
{
    constexpr std::string_view kGoesOn = "·";
    const auto at = std::ranges::find(lesson.variants, variant.id, &problem::Variant::id);
    if (!variant.label.starts_with(kGoesOn) || at == lesson.variants.begin() || at == lesson.variants.end())
        return variant.label;
    return fmt::format("{} {}", label_alone(lesson, *std::prev(at)), variant.label);
}

// What one block of each variant did, and by how much that is another thing than before: metrics below each other, so that their
// names have room, some variants beside each other.
std::vector<exporter::DataTable> differences_tables(const std::vector<Reported>& variants)
{
    constexpr std::size_t kVariantsOfATable = 4;
    std::vector<const Reported*> ran;
    for (const auto& one : variants) {
        if (one.subject.recording != nullptr)
            ran.push_back(&one);
    }
    std::vector<exporter::DataTable> tables;
    for (std::size_t first = 0; first < ran.size(); first += kVariantsOfATable) {
        const std::size_t last = std::min(ran.size(), first + kVariantsOfATable);
        exporter::DataTable table { { "" }, {} };
        for (std::size_t i = first; i < last; ++i)
            table.head.push_back(ran[i]->label);
        for (const auto* id : kMetrics) {
            const auto& metric = *analysis::find_metric(id);
            const auto value_of = [&](std::size_t i) {
                return metric.value(ran[i]->subject.recording->report.total);
            };
            std::vector<std::string> row { std::string { metric.label } };
            for (std::size_t i = first; i < last; ++i) {
                std::string cell = analysis::value_text(metric, value_of(i));
                if (const double change = i == 0 ? 0.0 : value_of(i) - value_of(i - 1); change != 0.0)
                    cell += fmt::format(" ({}{})", change > 0 ? "+" : "−", analysis::value_text(metric, std::abs(change)));
                row.push_back(std::move(cell));
            }
            table.rows.push_back(std::move(row));
        }
        tables.push_back(std::move(table));
    }
    return tables;
}

void append_figure(exporter::Report& report, std::string_view name, const views::Subject& subject, std::string_view label)
{
    const views::Figure& figure = views::view_of(name).figure;
    const auto exhibit = figure.prepare(subject);
    if (!exhibit)
        return;
    report.parts.emplace_back(
        exporter::Picture { views::compose_page(*exhibit, figure.size, draw::make_style(draw::Theme::light, 1.0F)),
            fmt::format("{} · {}", name, label), draw::caption_words(exhibit->caption) });
}

// Rate or time of all variants that ran; nothing where none did.
void append_bars(exporter::Report& report, bench::BenchResult measured, const lesson::Lesson& lesson)
{
    std::erase_if(measured.variants, [](const auto& line) { return line.time.samples == 0; });
    auto plotted = plotted_bars(measured, lesson);
    if (!plotted)
        return;
    views::Subject subject;
    subject.plotted = *std::move(plotted);
    append_figure(report, "bars", subject, lesson.title);
}

std::vector<Reported> run_variants(const Common& common, const ReportOptions& options, const lesson::Lesson& lesson,
    const std::vector<const problem::Variant*>& chosen, engine::Engine& engine)
{
    std::vector<Reported> variants;
    for (const auto* variant : chosen) {
        Reported one;
        one.variant = variant;
        one.label = label_alone(lesson, *variant);
        FigureRequest figure;
        figure.lesson = lesson.id;
        figure.variant = variant->id;
        figure.architecture = options.architecture;
        std::shared_ptr<const problem::Plan> plan;
        std::tie(one.subject, plan) = subject_of(common, figure);
        if (auto recording = record_block(one.subject, plan, figure.block)) {
            one.subject.recording = *std::move(recording);
            one.subject.sm =
                views::SmSubject { std::string { or_refuse(arch::parse_architecture(figure.architecture)).assumed_gpu().name }, 0,
                    model_block(*one.subject.recording, *plan, figure), nullptr };
            one.subject.block = std::get<problem::KernelLaunch>(plan->step[plan->recorded_work]).block;
        } else {
            one.remark = recording.error().message;
        }
        if (std::holds_alternative<problem::TransferScene>(plan->scene)) {
            if (auto transfers = measure_step(engine, one.subject, plan))
                one.subject.measurement = *std::move(transfers);
        }
        variants.push_back(std::move(one));
    }
    return variants;
}

exporter::Report compose(const Common& common, const ReportOptions& options)
{
    const auto lesson = find_lesson(common, options.lesson);
    const auto chosen = chosen_variants(*lesson, options.variants);
    const auto engine = engine_for(common);
    or_refuse(engine->load(lesson));
    const auto& machine = engine->description();
    const bool emulated = machine.kind == engine::EngineKind::vm;
    const auto settings = settings_of(common, *lesson, machine.kind);
    const auto variants = run_variants(common, options, *lesson, chosen, *engine);
    const auto measured = emulated ? estimate_or_measure(*engine, lesson, chosen, settings,
                              or_refuse(arch::parse_architecture(options.architecture)), options.repeat)
                                   : measure_variants(*engine, *lesson, chosen, settings, options.repeat);

    exporter::Report report;
    report.title = fmt::format("{} · {}", lesson->number, lesson->title);
    auto& parts = report.parts;
    parts.emplace_back(exporter::Heading { 1, report.title });
    parts.emplace_back(exporter::Paragraph { lesson->summary });
    parts.emplace_back(exporter::Paragraph { fmt::format(
        "{}, {}. {} {:%Y-%m-%d}.", machine.name, machine.detail, program_version(), fmt::localtime(std::time(nullptr))) });
    parts.emplace_back(exporter::Heading { 2, "Timings" });
    const std::string parameters = measured.variants.empty() ? "" : measured.variants.front().parameters;
    const std::string with = parameters.empty() ? "" : " with " + parameters;
    parts.emplace_back(exporter::Paragraph { emulated
            ? fmt::format("A step of each variant{}, estimated for {} by the SM model from blocks that the virtual machine ran; "
                          "not measured. Host code is measured on this machine's processor and compares with no estimate.",
                with, measured.engine)
            : fmt::format("A step of each variant on {}{}; median of {} samples.", machine.name, with, options.repeat) });
    parts.emplace_back(timings_table(variants, measured));
    for (std::size_t i = 0; i < variants.size(); ++i) { // a reason is too long for a cell
        const auto& line = measured.variants[i];
        if (line.time.samples == 0 && !line.remark.empty())
            parts.emplace_back(exporter::Paragraph { fmt::format("No times of {}: {}", variants[i].label, line.remark) });
    }
    append_bars(report, measured, *lesson);
    parts.emplace_back(exporter::Heading { 2, "Differences" });
    parts.emplace_back(exporter::Paragraph { fmt::format(
        "What one block did on the virtual machine, judged by the rules of {}; in brackets the change from the variant "
        "before.",
        variants.empty() ? options.architecture : variants.front().subject.architecture) });
    for (auto& table : differences_tables(variants))
        parts.emplace_back(std::move(table));
    for (const auto& one : variants) {
        parts.emplace_back(exporter::Heading { 2, one.label });
        parts.emplace_back(exporter::Paragraph { one.variant->summary });
        if (one.subject.recording != nullptr && one.subject.recording->trap)
            parts.emplace_back(exporter::Paragraph { "The virtual machine says: " + one.subject.recording->trap->message });
        if (one.subject.measurement)
            append_figure(report, "transfers", one.subject, one.label);
        for (const auto* name : kFigures) {
            if (one.subject.recording != nullptr)
                append_figure(report, name, one.subject, one.label);
        }
        if (one.subject.recording == nullptr && !one.remark.empty())
            parts.emplace_back(exporter::Paragraph { one.remark });
    }
    parts.emplace_back(exporter::Heading { 2, "Source" });
    parts.emplace_back(exporter::Code { lesson->source });
    return report;
}

int write_report(const Common& common, const ReportOptions& options)
{
    // What is cheap to know wrong comes before what takes time.
    or_refuse(exporter::report_kind_of(options.output));
    or_refuse(exporter::save(compose(common, options), options.output));
    fmt::print("{}\n", options.output.string());
    return kSuccess;
}

} // namespace

void add_report(CommandLine& line)
{
    auto& app = line.add(
        "report", "A handout of a lesson, PDF or HTML: timings, differences, figures and source, as it ran on this computer");
    auto& options = line.options_of(app, write_report);
    app.add_option("LESSON", options.lesson)->required();
    app.add_option("-o,--output", options.output, "File to write: .pdf or .html")->required();
    add_variants(app, options.variants, "This variant alone");
    add_architecture(app, options.architecture);
    add_repeat(app, options.repeat, "Samples of each variant, of which the median is shown");
}

} // namespace warpstage::cli
