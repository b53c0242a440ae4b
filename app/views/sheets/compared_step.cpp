#include "app/views/sheets/compared_step.h"

#include "app/views/frame/panel.h"
#include "app/views/frame/tip.h"
#include "app/views/sheets/comparison_figure.h"
#include "app/views/timings/time_words.h"
#include "core/analysis/metrics.h"
#include "core/base/verify.h"

namespace warpstage::views {

namespace {

using session::StepCount;

struct StepFigure {
    std::string_view name;
    std::string_view metric; // of analysis::all_metrics()
};

constexpr std::array kStepFigures {
    StepFigure { marked("Requests to global memory"), "global_requests" },
    StepFigure { marked("Sectors of global memory"), "sectors" },
    StepFigure { marked("Requests to shared memory"), "shared_requests" },
};

struct StepSides {
    const StepCount& left;
    const StepCount& right;

    [[nodiscard]] bool known() const { return left.traffic != nullptr && right.traffic != nullptr; }
};

std::optional<double> value_of(const StepCount& side, const analysis::Metric& metric)
{
    return side.traffic == nullptr ? std::nullopt : std::optional(metric.value(side.traffic->total));
}

void add_figure(StepBarsInput& input, const StepSides& sides, std::string_view name, std::string_view id)
{
    const analysis::Metric* metric = analysis::find_metric(id);
    VERIFY(metric != nullptr);
    const auto left = value_of(sides.left, *metric);
    const auto right = value_of(sides.right, *metric);
    if (sides.known() && *left == 0.0 && *right == 0.0)
        return;
    std::optional<Tip> tip;
    if (right)
        tip = metric_tip(id, sides.right.traffic->total);
    input.rows.push_back({ std::string { name }, left, right, "", Better::less, std::move(tip) });
}

// Accesses that correspond in both variants and have a name in the lesson.
void add_roles(StepBarsInput& input, const StepSides& sides, const session::Snapshot& model)
{
    if (!sides.known() || model.setup->lesson == nullptr)
        return;
    for (const lesson::Role& role : model.setup->lesson->roles) {
        const std::uint32_t left = lesson::line_in(role, model.run->compared->variant);
        const std::uint32_t right = lesson::line_in(role, model.setup->variant);
        if (role.label.empty() || left == 0 || right == 0 || role.memory != ptx::StateSpace::global)
            continue;
        const auto before = sides.left.traffic->of_line(left);
        const auto now = sides.right.traffic->of_line(right);
        const Tip tip { model.setup->lesson->shown(role.label),
            trf("Line {} of the left variant and line {} of the right variant, over all launches of the step.", left, right), {},
            trf("Computed for {}.", sides.right.traffic->architecture), {} };
        input.rows.push_back({ trf("{}: global requests", model.setup->lesson->shown(role.label)),
            static_cast<double>(before.global_requests), static_cast<double>(now.global_requests), "", Better::less, tip });
        input.rows.push_back({ trf("{}: sectors", model.setup->lesson->shown(role.label)), static_cast<double>(before.sectors),
            static_cast<double>(now.sectors), "", Better::less, tip });
    }
}

// If one of the two variants launches more kernels or blocks: their numbers, and the elements that their threads read and write
// in total.
void add_launches(StepBarsInput& input, const StepSides& sides)
{
    if (!sides.known())
        return;
    const bool more_launches = sides.left.traffic->launches != sides.right.traffic->launches;
    const bool more_blocks = sides.left.traffic->blocks != sides.right.traffic->blocks;
    if (!more_launches && !more_blocks)
        return;
    const auto row = [&](std::string name, std::uint64_t left, std::uint64_t right, std::string what, std::string formula) {
        const Tip tip { name, std::move(what), std::move(formula), trf("Computed for {}.", sides.right.traffic->architecture),
            {} };
        input.rows.push_back({ std::move(name), static_cast<double>(left), static_cast<double>(right), "", Better::less, tip });
    };
    const auto& before = sides.left.traffic->total.global_elements;
    const auto& now = sides.right.traffic->total.global_elements;
    if (more_launches)
        row(tr("Kernel launches"), sides.left.traffic->launches, sides.right.traffic->launches, tr("Kernel launches per step."),
            {});
    if (more_blocks)
        row(tr("Blocks"), sides.left.traffic->blocks, sides.right.traffic->blocks, tr("Blocks of all launches of the step."), {});
    row(tr("Elements read"), before.loaded, now.loaded,
        tr("Loads from global memory, counted per thread, over all launches of the step."),
        tr("active threads, summed over all requests"));
    row(tr("Elements written"), before.stored, now.stored,
        tr("Stores to global memory, counted per thread, over all launches of the step."),
        tr("active threads, summed over all requests"));
}

bool has_conflicts(const StepCount& side)
{
    return side.traffic != nullptr && side.traffic->total.wavefronts > side.traffic->total.shared_requests;
}

std::string counted_words(const StepSides& sides)
{
    const auto words = [](const analysis::StepTraffic& traffic) {
        return traffic.complete()
            ? std::string { tr("all blocks") }
            : trf("from {} of {} blocks", grouped_count(traffic.counted_blocks), grouped_count(traffic.blocks));
    };
    const std::string left = words(*sides.left.traffic);
    const std::string right = words(*sides.right.traffic);
    return left == right ? left : trf("{} and {}", left, right);
}

std::string waiting_words(const StepSides& sides)
{
    for (const StepCount* side : { &sides.left, &sides.right })
        if (side->state == StepCount::State::impossible)
            return side->reason;
    for (const StepCount* side : { &sides.left, &sides.right })
        if (side->state == StepCount::State::pending)
            return tr("counting all blocks…");
    return {};
}

} // namespace

std::vector<StepBarRow> compared_times(const session::Snapshot& model, std::size_t left, std::size_t right)
{
    using InSeconds = std::chrono::duration<double>;
    using TimeKind = session::ShownTime::Kind;
    std::vector<StepBarRow> rows;
    const auto before = shown_time(model, left);
    const auto now = shown_time(model, right);
    if (before.known() && now.known() && before.kind == now.kind)
        rows.push_back({ now.kind == TimeKind::estimated ? tr("Step time, ") + origin_words(model, TimeKind::estimated)
                                                         : tr("Step time, measured"),
            InSeconds(before.time).count(), InSeconds(now.time).count(), "s" });
    const auto first = model.estimates->of(left);
    const auto second = model.estimates->of(right);
    if (now.kind != TimeKind::estimated && first.step != nullptr && second.step != nullptr)
        rows.push_back({ tr("Step time, ") + origin_words(model, TimeKind::estimated), InSeconds(first.step->time).count(),
            InSeconds(second.step->time).count(), "s" });
    return rows;
}

StepBarsInput compared_step(const session::Snapshot& model)
{
    StepBarsInput input;
    if (!model.run->compared || !model.step_counts->requested)
        return input;
    const std::size_t compared = model.run->compared->variant;
    input.left = label_of(model, compared);
    input.right = label_of(model, model.setup->variant);
    const StepSides sides { model.step_counts->compared, model.step_counts->present };
    const bool counts = sides.left.state != StepCount::State::none && sides.right.state != StepCount::State::none;
    if (counts)
        add_launches(input, sides);
    const auto launches = static_cast<std::ptrdiff_t>(input.rows.size());
    if (counts) {
        add_roles(input, sides, model);
        for (const StepFigure& figure : kStepFigures)
            add_figure(input, sides, tr(figure.name), figure.metric);
    }
    auto times = compared_times(model, compared, model.setup->variant);
    input.rows.insert(input.rows.end(), times.begin(), times.end());
    if (counts) {
        if (has_conflicts(sides.left) || has_conflicts(sides.right))
            add_figure(input, sides, tr("Shared-memory wavefronts"), "wavefronts");
        add_figure(input, sides, tr("Instructions"), "instructions");
    }
    // Beside different launches, equal numbers say that the work is the same. All others say nothing.
    input.rows.erase(std::remove_if(input.rows.begin() + launches, input.rows.end(),
                         [](const StepBarRow& row) { return row.left && row.right && is_same(*row.left, *row.right); }),
        input.rows.end());
    input.waiting = waiting_words(sides);
    if (sides.known())
        input.subtitle = fmt::format("{} · {}", sides.right.traffic->architecture, counted_words(sides));
    return input;
}

} // namespace warpstage::views
