// `warpstage figure`: a picture of a lesson for a slide.
#include "app/cli/assets.h"
#include "app/cli/commands.h"
#include "app/cli/figure_measured.h"
#include "app/cli/figure_measurement.h"
#include "app/cli/figure_subject.h"
#include "app/export/export.h"
#include "app/views/gallery/exhibit.h"
#include "core/engine/gpu_engine.h"
#include "core/engine/vm_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::cli {

namespace {

using views::Subject;

Result<std::unique_ptr<engine::Engine>> engine_of(const Common& common)
{
    if (common.engine != engine::EngineKind::vm) {
        auto gpu = engine::make_gpu_engine(common.gpu);
        if (gpu || common.engine == engine::EngineKind::gpu)
            return gpu;
    }
    return engine::make_vm_engine();
}

Result<void> save(const FigureCommand& command, const views::View& view, const Subject& subject, std::string_view title)
{
    const auto exhibit = view.figure.prepare(subject);
    if (!exhibit)
        return exhibit.error();
    const auto style = draw::make_style(command.theme, 1.0F);
    const auto page = views::compose_page(*exhibit, command.size.value_or(view.figure.size), style);
    const exporter::About about { std::string { title }, draw::caption_words(exhibit->caption) };
    return exporter::save(page, command.output, about, command.scale.value_or(FigureCommand::kUsualScale));
}

Result<void> draw(const Common& common, const FigureCommand& command)
{
    // What is cheap to know wrong comes before what takes time.
    const auto found = views::find_figure(command.kind);
    if (!found)
        return found.error();
    const views::View& view = **found;
    const auto format = exporter::format_of(command.output);
    if (!format)
        return format.error();
    if (command.scale && *format != exporter::Format::png)
        return Error { "--scale is for PNG: SVG and PDF have no pixels; --size sets their size." };
    const views::Need need = view.figure.need;
    if (need == views::Need::bench || need == views::Need::sweep) {
        Subject subject;
        auto plotted = need == views::Need::bench ? bars_of(common, command) : curves_of(common, command);
        if (!plotted)
            return plotted.error();
        subject.plotted = std::move(*plotted);
        return save(command, view, subject, view.id);
    }
    auto made = subject_of(common, command);
    if (!made)
        return made.error();
    auto& [subject, plan] = *made;
    switch (need) {
    case views::Need::bench:
    case views::Need::sweep:
        break; // drawn above
    case views::Need::recording: {
        auto recording = record_block(command, subject, plan);
        if (!recording)
            return recording.error();
        subject.recording = std::move(*recording);
        subject.block = std::get<problem::KernelLaunch>(plan->step[plan->recorded_work]).block;
        break;
    }
    case views::Need::two_recordings: {
        if (command.with.empty())
            return Error { fmt::format("The figure {} wants --with VARIANT, another variant of the lesson.", command.kind) };
        FigureCommand other = command;
        other.variant = command.with;
        auto other_made = subject_of(common, other);
        if (!other_made)
            return other_made.error();
        auto recording = record_block(command, subject, plan);
        if (!recording)
            return recording.error();
        auto other_recording = record_block(other, other_made->first, other_made->second);
        if (!other_recording)
            return other_recording.error();
        subject.recording = std::move(*recording);
        subject.other = std::move(*other_recording);
        break;
    }
    case views::Need::measurement: {
        auto engine = engine_of(common);
        if (!engine)
            return engine.error();
        auto measurement = measure_step(**engine, subject, plan);
        if (!measurement)
            return measurement.error();
        subject.measurement = std::move(*measurement);
        break;
    }
    }
    return save(command, view, subject, fmt::format("{} · {} · {}", view.id, subject.lesson->title, subject.variant));
}

} // namespace

int draw_figure(const Common& common, const FigureCommand& command)
{
    if (command.list) {
        for (const views::View& view : views::all_views())
            if (view.figure.prepare != nullptr)
                fmt::print("{:<10} {}\n", view.id, view.figure.summary);
        return kSuccess;
    }
    if (const auto drawn = draw(common, command); !drawn)
        return refuse(drawn.error().message);
    fmt::print("{}\n", command.output.string());
    return kSuccess;
}

} // namespace warpstage::cli
