// Two variants: their figures side by side on one scale, and below them the numbers that differ.
#include "app/views/banks/cells_figure.h"
#include "app/views/frame/panel.h"
#include "app/views/frame/tip.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/scenes/tile_access_figure.h"
#include "app/views/sheets/compared_figures.h"
#include "app/views/sheets/compared_step.h"
#include "app/views/sheets/comparison_figure.h"
#include "app/views/timings/present_time.h"
#include "app/views/timings/time_words.h"
#include "core/analysis/metrics.h"
#include "core/base/verify.h"

namespace warpstage::views {

namespace {

constexpr float kRoomForFigures = 260.0F; // minimum inner height of the sheet for both figures
constexpr float kFiguresPart = 0.5F; // share of that height
constexpr float kTallFiguresPart = 0.72F;
constexpr float kBelowFigures = 12.0F;
constexpr float kRoomForScenes = 640.0F; // minimum height for both recorded runs below the figures
constexpr float kScenesPart = 0.42F; // share of the remaining height
constexpr float kRoomForTable = 130.0F; // minimum height for more than the totals of all launches
constexpr float kStepPart = 0.5F; // share of the height for the totals of all launches

struct Compared {
    std::string_view metric; // of analysis::all_metrics()
    Better better;
};

constexpr std::array kCompared {
    Compared { "instructions", Better::less },
    Compared { "active_threads_pred_on", Better::more },
    Compared { "divergent_targets", Better::less },
    Compared { "shared_requests", Better::less },
    Compared { "wavefronts", Better::less },
    Compared { "wavefronts_excessive", Better::less },
    Compared { "global_requests", Better::less },
    Compared { "sectors", Better::less },
    Compared { "sectors_excessive", Better::less },
};

// The metrics that differ between two kernels for one architecture.
std::vector<ComparisonRow> comparison_rows(const analysis::Counters& left, const analysis::Counters& right)
{
    std::vector<ComparisonRow> rows;
    for (const Compared& compared : kCompared) {
        const analysis::Metric* metric = analysis::find_metric(compared.metric);
        VERIFY(metric != nullptr);
        const double a = metric->value(left);
        const double b = metric->value(right);
        if (!is_same(a, b))
            rows.push_back({ std::string { tr(metric->label) }, a, b, "", compared.better, metric_tip(compared.metric, right) });
    }
    return rows;
}

ComparisonInput comparison_of(const session::Snapshot& model)
{
    ComparisonInput input;
    if (!model.run->compared)
        return input;
    const session::ComparedView& other = *model.run->compared;
    input.left = label_of(model, other.variant);
    input.right = label_of(model, model.setup->variant);
    if (!model.step_counts->requested) // else they are among the figures of all launches
        for (const StepBarRow& row : compared_times(model, other.variant, model.setup->variant))
            input.rows.push_back({ row.name, *row.left, *row.right, row.unit, row.better });
    if (other.assessment && model.run->assessment) {
        auto rows = comparison_rows(other.assessment->report.total, model.run->assessment->report.total);
        input.rows.insert(input.rows.end(), rows.begin(), rows.end());
    }
    std::erase_if(input.rows, [](const ComparisonRow& row) { return is_same(row.left, row.right); });
    input.subtitle = trf("one block · {}", model.run->architecture);
    const auto left = shown_time(model, other.variant);
    const auto right = shown_time(model, model.setup->variant);
    input.right_is_slower = left.known() && right.known() && left.kind == right.kind && right.time > left.time;
    return input;
}

// The recorded runs of two variants side by side: their tile accesses or their shared memory.
struct Side {
    std::size_t variant = 0;
    const session::PlaybackView* playback = nullptr;
    const session::ArrayFrame* cells = nullptr;
    const session::TileAccesses* tile_accesses = nullptr;
};

DrawList scene_of(const Side& side, const session::Snapshot& snapshot, Size size, const Style& style)
{
    if (side.tile_accesses != nullptr && snapshot.scene->matrix != nullptr && !snapshot.scene->matrix->values.empty())
        return tiles_figure({ snapshot.scene->matrix.get(), side.tile_accesses, side.cells }, size, style);
    CellsInput input;
    input.frame = side.cells;
    input.banks = snapshot.run->traits->shared_banks;
    input.bank_bytes = snapshot.run->traits->bank_bytes;
    if (side.playback->step)
        input.subtitle = trf("line {} · warp {}", side.playback->line, side.playback->warp);
    return cells_figure(input, size, style);
}

// Both runs are loaded and contain something to show.
bool has_compared_scenes(const session::Snapshot& snapshot)
{
    if (!snapshot.run->compared || !snapshot.playback->compared)
        return false;
    const auto& other = *snapshot.playback->compared;
    if (snapshot.scene->matrix != nullptr)
        return snapshot.playback->run.tile_accesses != nullptr && other.tile_accesses != nullptr
            && !snapshot.scene->matrix->values.empty();
    return snapshot.playback->run.cells != nullptr && other.cells != nullptr;
}

// The compared variant on the left, the current one on the right.
DrawList compared_scenes(const session::Snapshot& snapshot, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const auto& other = *snapshot.playback->compared;
    const float gap = canvas.units(20.0F);
    const float name = 1.6F * style.small;
    const float width = (size.width - gap) / 2;
    float x = 0.0F;
    for (const Side& side : { Side { snapshot.run->compared->variant, &other.view, other.cells.get(), other.tile_accesses.get() },
             Side { snapshot.setup->variant, &snapshot.playback->run.view, snapshot.playback->run.cells.get(),
                 snapshot.playback->run.tile_accesses.get() } }) {

        canvas.text({ x, style.small }, label_of(snapshot, side.variant),
            { Face::semibold, style.small, style.text, Align::left, width });
        DrawList scene = scene_of(side, snapshot, { width, size.height - name }, style);
        scene.targets.clear(); // cells can be chosen only if a single run is shown
        canvas.append(std::move(scene), { x, name });
        x += width + gap;
    }
    return canvas.finish();
}

// Takes the upper part of the sheet, or all of it if there is no space for more. Returns the remaining part.
Rect draw_step(Canvas& canvas, const session::Snapshot& model, Rect inside)
{
    const StepBarsInput step = compared_step(model);
    if (step.rows.empty())
        return inside;
    const float least = min_step_bars_height(step, inside.width, canvas.style());
    float height = std::clamp(kStepPart * inside.height, least, full_step_bars_height(step, inside.width, canvas.style()));
    const float gap = canvas.units(16.0F);
    if (inside.height - height - gap < canvas.units(kRoomForTable))
        height = inside.height;
    canvas.append(step_bars_figure(step, { inside.width, height }, canvas.style()), inside.corner());
    const float taken = std::min(height + gap, inside.height);
    return { inside.x, inside.y + taken, inside.width, inside.height - taken };
}

// Figures with names of warps or lines need more space than those of one access, which leave half of it to the totals of all
// launches. Else what is left is enough for numbers, or nothing.
float figures_height(const Canvas& canvas, const session::Snapshot& model, ComparedFigure figure, Size room)
{
    const bool tall = figure != ComparedFigure::access && figure != ComparedFigure::lanes;
    const float height = (tall ? kTallFiguresPart : kFiguresPart) * room.height;
    const StepBarsInput step = compared_step(model);
    if (!tall && !step.rows.empty())
        return height;
    const float least = step.rows.empty() ? canvas.units(kRoomForTable) : min_step_bars_height(step, room.width, canvas.style());
    return room.height - height - canvas.units(kBelowFigures) >= least ? height : room.height;
}

void draw_comparison(Canvas& canvas, const Scope& scope, Rect inside)
{
    const session::Snapshot& model = scope.model;
    const ComparedFigure shown = scope.window.compared;
    if (!model.run->compared) {
        canvas.heading(inside, tr("Comparison"), "", {});
        canvas.empty_words(inside, tr("choose another variant to compare"));
        return;
    }
    const Style& style = canvas.style();
    const float gap = canvas.units(kBelowFigures);
    if (inside.height >= canvas.units(kRoomForFigures)) {
        inside = draw_compared_names(canvas, shown, inside);
        Rect figures = inside;
        figures.height = figures_height(canvas, model, shown, inside.size());
        draw_compared(canvas, scope, figures);
        inside = { inside.x, figures.bottom() + gap, inside.width, inside.height - figures.height - gap };
        if (has_compared_scenes(model) && figures.height + inside.height >= canvas.units(kRoomForScenes)) {
            const float height = kScenesPart * inside.height;
            canvas.append(compared_scenes(model, { inside.width, height }, style), inside.corner());
            inside = { inside.x, inside.y + height + gap, inside.width, inside.height - height - gap };
        }
    }
    inside = draw_step(canvas, model, inside);
    if (inside.height >= canvas.units(kRoomForTable))
        canvas.append(comparison_figure(comparison_of(model), inside.size(), style), inside.corner());
}

} // namespace

std::vector<session::Command> request_comparison(const session::Snapshot& model)
{
    std::vector<session::Command> commands;
    if (!model.run->compared)
        commands.emplace_back(session::SelectCompared { session::Direction::next });
    if (!model.step_counts->requested)
        commands.emplace_back(session::CountStep {});
    return commands;
}

DrawList comparison_view(const Scope& scope)
{
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    canvas.tip(inside,
        { tr("Two variants"), tr("The same figure of both variants, and below it the numbers that differ."),
            tr("factor = right / left"), rules_source(*scope.model.run), {} });
    draw_comparison(canvas, scope, inside);
    return canvas.finish();
}

Result<Exhibit> prepare_compare(const Subject& subject)
{
    if (subject.other == nullptr)
        return Error { "The figure `compare` requires `--with VARIANT`, another variant of the lesson." };
    const session::Recording& left = *subject.recording;
    const session::Recording& right = *subject.other;
    ComparisonInput input;
    input.left = left.kernel;
    input.right = right.kernel;
    input.rows = comparison_rows(left.report.total, right.report.total);
    CaptionInput caption = recorded_caption(subject);
    caption.kernel = trf("{} and {}", left.kernel, right.kernel);
    caption.numbers = { trf("blocks of {} and {} threads", left.block_size.count(), right.block_size.count()) };
    return exhibit_of_figure(std::move(caption), comparison_figure, std::move(input));
}

} // namespace warpstage::views
