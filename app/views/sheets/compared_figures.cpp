#include "app/views/sheets/compared_figures.h"

#include "app/views/banks/access_view.h"
#include "app/views/frame/panel.h"
#include "app/views/lanes/lanes_figure.h"
#include "app/views/sm/sm_figure.h"
#include "app/views/source/source_figure.h"
#include "app/views/timeline/timeline_figure.h"
#include "app/views/timings/present_time.h"
#include "app/views/timings/time_words.h"
#include "core/analysis/block/source_lines.h"

namespace warpstage::views {

namespace {

struct ComparedSide {
    std::size_t variant = 0;
    std::shared_ptr<const session::Recording> recording; // null until available
    std::shared_ptr<const session::Assessment> assessment; // null without a recording
    const std::optional<session::ChosenAccess>& access;
    std::optional<std::size_t> step; // of the playback
};

std::array<ComparedSide, 2> sides_of(const session::Snapshot& model)
{
    const session::ComparedView& other = *model.run->compared;
    const auto& playback = *model.playback;
    return { ComparedSide { other.variant, other.recording, other.assessment, other.access,
                 playback.compared ? playback.compared->view.step : std::nullopt },
        ComparedSide { model.setup->variant, model.run->recording, model.run->assessment, model.selection->chosen_access,
            playback.run.view.step } };
}

DrawList access_of(const session::Snapshot& model, const ComparedSide& side, Size size, const Style& style)
{
    session::Snapshot one;
    one.run.edit().traits = model.run->traits;
    one.run.edit().recording = side.recording;
    one.selection.edit().chosen_access = side.access;
    return access_figure(one, 0, size, style);
}

DrawList lanes_of(const ComparedSide& side, Size size, const Style& style)
{
    return lanes_figure(side.recording != nullptr ? lanes_input(*side.recording, 0) : LanesInput {}, size, style);
}

TimelineInput timeline_of(const ComparedSide& side)
{
    TimelineInput input;
    input.trace = &side.recording->trace;
    input.timeline = &side.recording->timeline;
    if (side.assessment != nullptr)
        input.wasteful = &side.assessment->wasteful;
    input.step = side.step;
    return input;
}

// With a plus sign at each line that the other variant does not have.
DrawList source_of(
    const session::Snapshot& model, const ComparedSide& side, const ComparedSide& other, Size size, const Style& style)
{
    SourceInput input;
    if (const auto& lesson = model.setup->lesson; lesson != nullptr) {
        input.lines = &lesson->source_lines;
        input.file = lesson->source_name();
    }
    if (side.recording != nullptr) {
        if (side.recording->lesson != nullptr)
            input.lines = &side.recording->lesson->source_lines;
        input.report = side.assessment != nullptr ? &side.assessment->report : &side.recording->report;
    }
    if (side.recording != nullptr && other.recording != nullptr && input.lines != nullptr) {
        input.changed = analysis::changed_lines(*input.lines, other.recording->report, side.recording->report);
        // The first one is the line of the kernel's name.
        input.chosen = input.changed.empty() ? 0 : input.changed[std::min<std::size_t>(1, input.changed.size() - 1)];
    }
    return source_figure(input, size, style);
}

// Both on one horizontal axis, one above the other.
void draw_timelines(Canvas& canvas, const session::Snapshot& model, const std::array<ComparedSide, 2>& sides, Rect area)
{
    const Style& style = canvas.style();
    if (sides[0].recording == nullptr || sides[1].recording == nullptr)
        return canvas.empty_words(area, no_warps_words(model));
    std::array inputs { timeline_of(sides[0]), timeline_of(sides[1]) };
    inputs[0].beside = &inputs[1];
    inputs[1].beside = &inputs[0];
    const float gap = canvas.units(8.0F);
    const float name = 1.6F * style.small;
    const float height = (area.height - gap) / 2;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const float y = area.y + static_cast<float>(i) * (height + gap);
        canvas.text({ area.x, y + style.small }, side_words(model, sides.at(i).variant),
            { Face::semibold, style.small, style.text, Align::left, area.width });
        DrawList figure = timeline_figure(inputs.at(i), { area.width, height - name }, style);
        figure.targets.clear(); // they are not those of the selection
        canvas.append(std::move(figure), { area.x, y + name });
    }
}

void draw_sm(Canvas& canvas, const Scope& scope, Rect area)
{
    const session::Snapshot& model = scope.model;
    if (!model.sm->run || !model.sm->compared)
        return canvas.empty_words(area, runs_on_host(model) ? no_warps_words(model) : tr("modeling the multiprocessor…"));
    SmInput input = sm_input(model, scope.window.cycles);
    std::ranges::reverse(input.runs); // the present variant is the second one, as in the other figures
    canvas.append(sm_figure(input, area.size(), canvas.style()), area.corner());
}

} // namespace

std::string side_words(const session::Snapshot& model, std::size_t variant)
{
    std::string words = label_of(model, variant);
    if (const auto shown = shown_time(model, variant); shown.known() || shown.kind == session::ShownTime::Kind::wrong)
        words += " · " + time_words(shown);
    if (const std::string ratio = ratio_words(model, variant); !ratio.empty())
        words += " · " + ratio;
    return words;
}

Rect draw_compared_names(Canvas& canvas, ComparedFigure shown, Rect area)
{
    const Style& style = canvas.style();
    const float height = std::max(1.7F * style.smallest, style.least_target);
    const float gap = canvas.units(6.0F);
    const std::string heading = tr("Comparison");
    const float head = room_for(heading, Face::semibold, style.head);
    canvas.label({ area.x, area.y + height / 2 }, heading, { Face::semibold, style.head, style.text, Align::left, head });
    float x = area.x + head + canvas.units(16.0F);
    for (std::size_t i = 0; i < kComparedFigures.size(); ++i) {
        const std::string name { tr(std::string_view { kComparedFigures.at(i) }) };
        const Rect chip { x, area.y, room_for(name, Face::regular, style.smallest) + canvas.units(14.0F), height };
        if (chip.right() > area.right())
            break;
        const bool chosen = i == static_cast<std::size_t>(shown);
        canvas.chip(chip, name, chosen ? style.orange : track_color(style), chosen ? on_fill(style) : style.text, Face::regular,
            style.smallest);
        on_click(canvas, chip, ChooseCompared { i });
        x = chip.right() + gap;
    }
    const float taken = height + gap;
    return { area.x, area.y + taken, area.width, area.height - taken };
}

void draw_compared(Canvas& canvas, const Scope& scope, Rect area)
{
    const session::Snapshot& model = scope.model;
    const ComparedFigure figure = scope.window.compared;
    const auto sides = sides_of(model);
    if (figure == ComparedFigure::timeline)
        return draw_timelines(canvas, model, sides, area);
    if (figure == ComparedFigure::sm)
        return draw_sm(canvas, scope, area);
    const Style& style = canvas.style();
    const float gap = canvas.units(20.0F);
    const float name = 1.6F * style.small;
    const Size size { (area.width - gap) / 2, area.height - name };
    const bool accesses = figure == ComparedFigure::access && (sides[0].access || sides[1].access);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const ComparedSide& side = sides.at(i);
        const float x = area.x + static_cast<float>(i) * (size.width + gap);
        canvas.text({ x, area.y + style.small }, side_words(model, side.variant),
            { Face::semibold, style.small, style.text, Align::left, size.width });
        DrawList drawn = figure == ComparedFigure::source ? source_of(model, side, sides.at(1 - i), size, style)
            : accesses                                    ? access_of(model, side, size, style)
                                                          : lanes_of(side, size, style);
        drawn.targets.clear(); // they are not those of the selection
        canvas.append(std::move(drawn), { x, area.y + name });
    }
}

std::vector<session::Command> request_compared(ComparedFigure figure, const session::Snapshot& model)
{
    std::vector<session::Command> commands;
    if (figure != ComparedFigure::sm)
        return commands;
    if (!model.sm->requested)
        commands.emplace_back(session::ModelSm {});
    if (!model.sm->comparing)
        commands.emplace_back(session::ToggleSmComparison {});
    return commands;
}

} // namespace warpstage::views
