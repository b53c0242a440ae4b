#include "app/views/frame/number_tips.h"

#include "app/draw/grouped_count.h"
#include "app/views/timings/big_number.h"
#include "core/analysis/metrics.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace warpstage::views {

namespace {

std::string time_source(const session::Snapshot& snapshot)
{
    if (snapshot.device->timing_origin)
        return fmt::format("From a file: {}, {}.", snapshot.device->timing_origin->machine, snapshot.device->timing_origin->when);
    return emulated(snapshot) ? "Time of the virtual machine: emulated, and no GPU's."
                              : "Measured on " + snapshot.device->engine.name + " with the GPU's own events.";
}

std::string rules_of(const session::Snapshot& snapshot)
{
    return "Computed by the rules of " + snapshot.run->architecture + " from the recorded block.";
}

} // namespace

Tip lesson_tip(const session::Snapshot& snapshot)
{
    Tip tip { "Lesson", snapshot.setup->lesson ? snapshot.setup->lesson->summary : std::string {}, {}, {}, {} };
    tip.formula = fmt::format("lesson {} of {}", snapshot.setup->lesson_index + 1, snapshot.setup->lesson_titles.size());
    tip.source = "The number is the chapter's. Tab, or a click, takes the next lesson.";
    return tip;
}

Tip machine_tip(const session::Snapshot& snapshot)
{
    Tip tip { snapshot.device->engine.name, "The machine that runs the kernels now; a click, or G, takes the other one.", {}, {},
        {} };
    tip.formula = snapshot.device->engine.detail;
    tip.source = time_source(snapshot);
    return tip;
}

Tip architecture_tip(const session::Snapshot& snapshot)
{
    return { snapshot.run->architecture, "Whose rules make wavefronts and sectors of the recorded addresses; A takes the next.",
        fmt::format("{} banks of {} bytes", snapshot.run->traits->shared_banks, snapshot.run->traits->bank_bytes),
        "The run itself is not repeated: the same addresses and masks are judged anew.", {} };
}

Tip progress_tip(const session::Snapshot& snapshot, float frames_per_second)
{
    return { "Frames and steps",
        "How often the window is drawn in a second, and the steps of the problem since the last restart.",
        fmt::format("{:.0f} frames/s, {} steps, {:.1f} steps/s", frames_per_second, grouped_count(snapshot.timing->steps),
            snapshot.timing->steps_per_second),
        "Counted by this program over the last half second.", {} };
}

Tip variant_tip(const session::Snapshot& snapshot, std::size_t variant)
{
    const session::VariantView& view = snapshot.setup->variants.at(variant);
    const auto [timing, speed_up] = snapshot.timing->of(variant);
    Tip tip { view.label, "Median time of a step. The bar is the speed beside the fastest variant's.", {}, {}, {} };
    if (timing.samples == 0) {
        tip.formula = "not run yet";
    } else {
        tip.formula = fmt::format("{} of {} steps, {} to {}", text::duration(timing.median), timing.samples,
            text::duration(timing.minimum), text::duration(timing.maximum));
        const auto first = snapshot.timing->reference();
        if (speed_up > 0.0 && first && *first != variant)
            tip.formula += fmt::format("; {} / {} = {:.2f}×", text::duration(snapshot.timing->of(*first).timing.median),
                text::duration(timing.median), speed_up);
    }
    tip.source = time_source(snapshot);
    if (!emulated(snapshot) && !view.on_host_only)
        tip.nsight = "gpu__time_duration.sum, summed over the step's kernels";
    return tip;
}

Tip parameters_tip(std::size_t count)
{
    return { "Parameters", "What the lesson lets you set; what has no room here is set with --set NAME=VALUE or in the console.",
        fmt::format("{} of them", count), "`warpstage list` names them all.", {} };
}

Tip parameter_tip(const session::ParameterView& parameter)
{
    Tip tip { parameter.label, "A click takes the next of the values below, Enter lets you type one.", {}, {}, {} };
    tip.formula = parameter.id + " = " + parameter.value + (parameter.unit.empty() ? "" : " " + parameter.unit);
    for (std::size_t i = 0; i < parameter.suggestions.size(); ++i)
        tip.source += (i == 0 ? "" : ", ") + parameter.suggestions[i];
    return tip;
}

Tip timings_tip(const session::Snapshot& snapshot)
{
    Tip tip { "Times of a step", "Median of each kernel, with the range of all repetitions; below what is done in a second.", {},
        time_source(snapshot), {} };
    if (snapshot.timing->merit > 0.0) {
        tip.formula = "work of a step / median time = " + text::rate(snapshot.timing->merit, snapshot.timing->merit_unit);
        if (snapshot.timing->merit_limit > 0.0)
            tip.formula += fmt::format("; {:.0f} % of {}", 100.0 * snapshot.timing->merit / snapshot.timing->merit_limit,
                text::rate(snapshot.timing->merit_limit, snapshot.timing->merit_unit));
    }
    if (!emulated(snapshot))
        tip.nsight = "gpu__time_duration.sum";
    return tip;
}

Tip history_tip(const session::Snapshot& snapshot)
{
    return { "Last steps", "Each point is the time of one step, the newest on the right; a change of variant is marked.",
        fmt::format("{} steps are shown", snapshot.timing->history.size()), time_source(snapshot), {} };
}

Tip lanes_tip(const session::Snapshot& snapshot)
{
    Tip tip { "Lanes of a warp", "A row a lane, a column an instruction in the order in which the warp executed them.", {},
        "As the virtual machine recorded it; the kernel itself, not a script.", {} };
    if (snapshot.run->recording)
        tip.formula = fmt::format("block {}, warp {} of {}: {} instructions of the block", snapshot.run->recording->trace.block,
            snapshot.selection->warp, snapshot.run->recording->trace.warps,
            grouped_count(snapshot.run->recording->trace.steps_seen));
    tip.nsight = "smsp__thread_inst_executed_pred_on.sum counts what is lit";
    return tip;
}

Tip accesses_tip(const session::Snapshot& snapshot)
{
    Tip tip { "Requests to memory", "Each warp instruction that loads or stores makes one request of its lanes' addresses.", {},
        rules_of(snapshot), {} };
    if (snapshot.selection->chosen_access) {
        const session::ChosenAccess& chosen = *snapshot.selection->chosen_access;
        tip.formula = fmt::format(
            "line {}, warp {}, request {} of {}", chosen.line, chosen.warp, chosen.occurrence + 1, chosen.occurrences);
        if (chosen.shared)
            tip.formula += fmt::format(": {} wavefronts, ideal {}", chosen.shared->wavefronts, chosen.shared->ideal);
        else if (chosen.global)
            tip.formula += fmt::format(": {} sectors, ideal {}", chosen.global->count.sectors, chosen.global->count.ideal);
    }
    tip.nsight = "wavefronts and sectors of its memory tables; a click on a bank marks the lanes that met it";
    return tip;
}

Tip lines_tip(const session::Snapshot& snapshot)
{
    Tip tip { "Averages by line",
        "lanes: that work in an instruction of the line; wavefronts and sectors: of one of its requests; excess: what the best "
        "order of addresses would save.",
        "sum over the line's instructions / instructions or requests", {}, "the Source page's columns" };
    tip.source = rules_of(snapshot) + " The ground of a number: the line's share of the whole kernel.";
    return tip;
}

Tip playback_tip(const session::Snapshot& snapshot)
{
    const session::PlaybackView& view = snapshot.playback->run.view;
    Tip tip { "Recorded run", "Each column is a warp instruction of the recorded block, each row a warp; K plays it.", {},
        "As the virtual machine recorded it. A click goes to that step.", {} };
    tip.formula = view.step ? fmt::format("step {} of {}, warp {}, line {}, {} barriers passed", grouped_count(*view.step + 1),
                      grouped_count(view.steps), view.warp, view.line, view.barriers)
                            : grouped_count(view.steps) + " steps";
    return tip;
}

Tip drift_tip(const session::DriftView& drift)
{
    return { "Drift", "How far the step's errors have changed what bodies should keep for ever.",
        fmt::format("energy {:.2e} of what it was, momentum {:.2e} of the sum of all at the start", drift.energy, drift.momentum),
        "Computed in double precision from the bodies on the screen.", {} };
}

Tip array_tip(const session::Snapshot& snapshot)
{
    Tip tip { "Shared memory", "A cell an element: what the block's shared memory holds at the step of the recorded run.", {},
        "As the virtual machine recorded it.", {} };
    if (snapshot.scene->array)
        tip.formula = fmt::format(
            "step {} of {}, pass {}", snapshot.scene->array->step + 1, snapshot.scene->array->steps, snapshot.scene->array->pass);
    return tip;
}

Tip hazard_tip()
{
    return { "Who met whom",
        "Two threads at one word, at least one of which writes: only what stands between them says who comes first. In the "
        "repaired kernel: what does.",
        {}, "The fault that ended the recorded run, and the same word in the run of the other variant.", {} };
}

Tip transfers_tip(const session::TransferFrame& transfers)
{
    const bool measured = transfers.source == session::TransferFrame::Source::measured;
    return { "Copies and kernels", "A bar for each, from its beginning to its end; a row for each stream.",
        fmt::format("{} operations in {} streams", transfers.spans.size(), transfers.streams),
        measured ? "Measured by the marks that the GPU sets in its streams."
                 : "Only what may overlap: the lengths mean nothing until a GPU has run it.",
        {} };
}

Tip counters_tip(const session::Snapshot& snapshot)
{
    return { "Predicted and measured", "What the recorded run predicts for the whole grid, beside what the hardware counted.",
        "difference = 100 × (measured − predicted) / predicted",
        snapshot.counters->hardware && !snapshot.counters->hardware->machine.empty()
            ? "Counted on " + snapshot.counters->hardware->machine + "."
            : "Predicted alone: no GPU has counted.",
        "the same names" };
}

Tip comparison_tip(const session::Snapshot& snapshot)
{
    return { "Two variants", "The same figures of both variants' recorded blocks, and how many times as much it is.",
        "factor = right / left", rules_of(snapshot), {} };
}

Tip memory_tip(const session::Snapshot& snapshot)
{
    Tip tip { "Shared memory",
        "A cell an element, a column a bank. A click goes to the step that touches the cell, the same again to the next one.", {},
        "As the virtual machine recorded it.", {} };
    if (snapshot.playback->run.cells && snapshot.playback->run.cells->element_bytes > 0)
        tip.formula = fmt::format("bank = (address / {}) mod {}; {} elements of {} bytes", snapshot.run->traits->bank_bytes,
            snapshot.run->traits->shared_banks, snapshot.playback->run.cells->values.size(),
            snapshot.playback->run.cells->element_bytes);
    return tip;
}

Tip big_number_tip(const session::Snapshot& snapshot)
{
    const BigNumber number = big_number(snapshot);
    return { number.title, "The one number that this moment of the lesson is about.", number.value + " " + number.unit,
        number.detail, {} };
}

std::vector<TipRegion> metric_rows(const DrawList& picture, Point offset, const analysis::Counters& counters)
{
    std::vector<TipRegion> rows;
    for (const Item& item : picture.items) {
        const auto* text = std::get_if<Text>(&item);
        if (text == nullptr)
            continue;
        for (const analysis::Metric& metric : analysis::all_metrics())
            if (metric.label == text->text)
                rows.push_back({ { offset.x, offset.y + text->anchor.y - text->size, picture.size.width, 1.4F * text->size },
                    metric_tip(metric.id, counters) });
    }
    return rows;
}

} // namespace warpstage::views
