// `warpstage report`: a handout of a lesson, made of what ran on this computer.
#include "app/export/report.h"

#include "app/cli/assets.h"
#include "app/cli/chosen_lessons.h"
#include "app/cli/commands.h"
#include "app/cli/figure_measured.h"
#include "app/cli/figure_measurement.h"
#include "app/cli/figure_subject.h"
#include "app/draw/caption.h"
#include "app/views/gallery/exhibit.h"
#include "core/analysis/metrics.h"
#include "core/base/text.h"
#include "core/bench/measure_variant.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::cli {

namespace {

// A variant with what ran for it; `subject.recording` is null where it runs on the host alone.
struct Reported {
    const problem::Variant* variant = nullptr;
    std::string label; // of the variant, so that it can stand alone
    views::Subject subject;
    std::optional<bench::MeasuredVariant> measured;
    std::string remark; // why it could not be recorded
};

// The figures that a handout has of each variant's recorded block, in this order; one that has nothing to show is left out.
constexpr std::array kFigures { "source", "lanes", "banks", "sectors" };
// What is told of each variant beside the one before it.
constexpr std::array kMetrics { "instructions", "active_threads", "divergent_targets", "wavefronts", "wavefronts_excessive",
    "sectors", "sectors_excessive" };

Result<std::vector<const problem::Variant*>> chosen_variants(const lesson::Lesson& lesson, const std::vector<std::string>& ids)
{
    std::vector<const problem::Variant*> chosen;
    for (const auto& id : ids) {
        const auto variant = find_variant(lesson, id);
        if (!variant)
            return variant.error();
        chosen.push_back(*variant);
    }
    if (ids.empty()) {
        for (const auto& variant : lesson.variants)
            chosen.push_back(&variant);
    }
    return chosen;
}

exporter::DataTable timings_table(const std::vector<Reported>& variants)
{
    exporter::DataTable table { { "variant", "median", "minimum", "maximum", "rate", "speed-up" }, {} };
    bench::BenchResult all;
    for (const auto& one : variants) {
        if (one.measured)
            all.variants.push_back(*one.measured);
    }
    for (const auto& one : variants) {
        if (!one.measured || one.measured->time.samples == 0) {
            table.rows.push_back({ one.label, "–", "–", "–", "–", "–" }); // untimed_variants() says why
            continue;
        }
        const auto& time = one.measured->time;
        const double factor = bench::speed_up(all, *one.measured);
        table.rows.push_back({ one.label, text::duration(time.median), text::duration(time.minimum), text::duration(time.maximum),
            text::rate(one.measured->merit, one.measured->unit), factor > 0.0 ? fmt::format("{:.2f} ×", factor) : "–" });
    }
    return table;
}

// A reason is too long for a cell.
std::vector<std::string> untimed_variants(const std::vector<Reported>& variants)
{
    std::vector<std::string> sentences;
    for (const auto& one : variants) {
        if (one.measured && one.measured->time.samples == 0 && !one.measured->remark.empty())
            sentences.push_back(fmt::format("No times of {}: {}", one.label, one.measured->remark));
    }
    return sentences;
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

void add_figure(exporter::Report& report, std::string_view name, const views::Subject& subject, std::string_view label)
{
    const views::Figure& figure = views::view_of(name).figure;
    const auto exhibit = figure.prepare(subject);
    if (!exhibit)
        return;
    report.parts.emplace_back(
        exporter::Picture { views::compose_page(*exhibit, figure.size, draw::make_style(draw::Theme::light, 1.0F)),
            fmt::format("{} · {}", name, label), draw::caption_words(exhibit->caption) });
}

// Rate or time of all variants; nothing where none ran.
void add_bars(exporter::Report& report, const std::vector<Reported>& variants, const lesson::Lesson& lesson,
    const engine::Description& machine)
{
    bench::BenchResult all { program_version(), machine.name, machine.detail, machine.kind == engine::EngineKind::vm, {} };
    for (const auto& one : variants) {
        if (one.measured && one.measured->time.samples != 0)
            all.variants.push_back(*one.measured);
    }
    auto plotted = plotted_bars(all, lesson);
    if (!plotted)
        return;
    views::Subject subject;
    subject.plotted = *std::move(plotted);
    add_figure(report, "bars", subject, lesson.title);
}

Result<std::vector<Reported>> run_variants(const Common& common, const ReportCommand& command, const lesson::Lesson& lesson,
    const std::vector<const problem::Variant*>& chosen, engine::Engine& engine)
{
    const bool gpu = engine.description().kind == engine::EngineKind::gpu;
    const auto settings = settings_of(common, lesson, gpu ? lesson::Machine::gpu : lesson::Machine::virtual_machine);
    if (!settings)
        return settings.error();
    std::vector<Reported> variants;
    for (const auto* variant : chosen) {
        Reported one;
        one.variant = variant;
        one.label = label_alone(lesson, *variant);
        FigureCommand figure_command;
        figure_command.lesson = lesson.id;
        figure_command.variant = variant->id;
        figure_command.architecture = command.architecture;
        auto made = subject_of(common, figure_command);
        if (!made)
            return made.error();
        one.subject = std::move(made->first);
        if (auto recording = record_block(figure_command, one.subject, made->second)) {
            one.subject.recording = *std::move(recording);
            one.subject.block = std::get<problem::KernelLaunch>(made->second->step[made->second->recorded_work]).block;
        } else {
            one.remark = recording.error().message;
        }
        if (std::holds_alternative<problem::TransferScene>(made->second->scene)) {
            if (auto transfers = measure_step(engine, one.subject, made->second))
                one.subject.measurement = *std::move(transfers);
        }
        engine::SeriesRequest request;
        request.samples = command.repeat;
        auto measured = bench::measure_variant(engine, lesson, *variant, *settings, request, bench::Checking::unchecked);
        if (!measured)
            return measured.error();
        one.measured = *std::move(measured);
        variants.push_back(std::move(one));
    }
    return variants;
}

Result<exporter::Report> compose(const Common& common, const ReportCommand& command)
{
    const auto lesson = find_lesson(common, command.lesson);
    if (!lesson)
        return lesson.error();
    const auto chosen = chosen_variants(**lesson, command.variants);
    if (!chosen)
        return chosen.error();
    auto engine = engine_for(common, {});
    if (!engine)
        return engine.error();
    if (auto loaded = (*engine)->load(*lesson); !loaded)
        return loaded.error();
    const auto variants = run_variants(common, command, **lesson, *chosen, **engine);
    if (!variants)
        return variants.error();

    const auto& machine = (*engine)->description();
    const bool emulated = machine.kind == engine::EngineKind::vm;
    exporter::Report report;
    report.title = fmt::format("{} · {}", (*lesson)->number, (*lesson)->title);
    auto& parts = report.parts;
    parts.emplace_back(exporter::Heading { 1, report.title });
    parts.emplace_back(exporter::Paragraph { (*lesson)->summary });
    parts.emplace_back(exporter::Paragraph { fmt::format(
        "{}, {}. {} {:%Y-%m-%d}.", machine.name, machine.detail, program_version(), fmt::localtime(std::time(nullptr))) });
    parts.emplace_back(exporter::Heading { 2, "Timings" });
    const std::string parameters = variants->empty() || !variants->front().measured ? "" : variants->front().measured->parameters;
    parts.emplace_back(exporter::Paragraph { fmt::format("A step of each variant on {}{}{}; median of {} samples. {}",
        emulated ? "the " : "", machine.name, parameters.empty() ? "" : " with " + parameters, command.repeat,
        emulated ? "These are emulated times of the virtual machine: they say nothing about a GPU." : "") });
    parts.emplace_back(timings_table(*variants));
    for (auto& sentence : untimed_variants(*variants))
        parts.emplace_back(exporter::Paragraph { std::move(sentence) });
    add_bars(report, *variants, **lesson, machine);
    parts.emplace_back(exporter::Heading { 2, "Differences" });
    parts.emplace_back(exporter::Paragraph { fmt::format(
        "What one block did on the virtual machine, judged by the rules of {}; in brackets the change from the variant "
        "before.",
        variants->empty() ? command.architecture : variants->front().subject.architecture) });
    for (auto& table : differences_tables(*variants))
        parts.emplace_back(std::move(table));
    for (const auto& one : *variants) {
        parts.emplace_back(exporter::Heading { 2, one.label });
        parts.emplace_back(exporter::Paragraph { one.variant->summary });
        if (one.subject.recording != nullptr && one.subject.recording->trap)
            parts.emplace_back(exporter::Paragraph { "The virtual machine says: " + one.subject.recording->trap->message });
        if (one.subject.measurement)
            add_figure(report, "transfers", one.subject, one.label);
        for (const auto* name : kFigures) {
            if (one.subject.recording != nullptr)
                add_figure(report, name, one.subject, one.label);
        }
        if (one.subject.recording == nullptr && !one.remark.empty())
            parts.emplace_back(exporter::Paragraph { one.remark });
    }
    parts.emplace_back(exporter::Heading { 2, "Source" });
    parts.emplace_back(exporter::Code { (*lesson)->source });
    return report;
}

} // namespace

int write_report(const Common& common, const ReportCommand& command)
{
    // What is cheap to know wrong comes before what takes time.
    if (const auto kind = exporter::report_kind_of(command.output); !kind)
        return refuse(kind.error().message);
    const auto report = compose(common, command);
    if (!report)
        return refuse(report.error().message);
    if (auto saved = exporter::save(*report, command.output); !saved)
        return refuse(saved.error().message);
    fmt::print("{}\n", command.output.string());
    return kSuccess;
}

} // namespace warpstage::cli
