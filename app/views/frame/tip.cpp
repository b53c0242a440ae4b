#include "app/views/frame/tip.h"

#include "app/views/view.h"
#include "core/analysis/metrics.h"
#include "core/base/verify.h"

namespace warpstage::views {

namespace {

constexpr float kMaxTipWidth = 430.0F;
constexpr std::size_t kMaxTipLines = 5; // of each part

struct TipLine {
    std::string text;
    Face face = Face::regular;
    float size = 15.0F;
    Color color;
};

// The parts of a quotient; empty for a plain count.
std::string quotient_of(std::string_view id, const analysis::Counters& counters)
{
    if (id == "active_threads")
        return fmt::format("{} / {}", grouped_count(counters.active_lanes), grouped_count(counters.instructions));
    if (id == "active_threads_pred_on")
        return fmt::format("{} / {}", grouped_count(counters.executed_lanes), grouped_count(counters.instructions));
    if (id == "branch_efficiency")
        return fmt::format("100 x ({} - {}) / {}", grouped_count(counters.branches), grouped_count(counters.divergent_branches),
            grouped_count(counters.branches));
    if (id == "wavefronts_excessive")
        return fmt::format("{} - {}", grouped_count(counters.wavefronts), grouped_count(counters.wavefronts_ideal));
    if (id == "sectors_excessive")
        return fmt::format("{} - {}", grouped_count(counters.sectors), grouped_count(counters.sectors_ideal));
    return {};
}

} // namespace

Tip metric_tip(std::string_view id, const analysis::Counters& counters)
{
    const analysis::Metric* metric = analysis::find_metric(id);
    VERIFY(metric != nullptr);
    const double value = metric->value(counters);
    const std::string words = metric->whole ? text::grouped(std::llround(value)) : analysis::value_text(*metric, value);
    const std::string quotient = quotient_of(id, counters);
    Tip tip;
    tip.title = std::string { metric->label };
    tip.definition = std::string { metric->definition };
    tip.formula = fmt::format("{}{}{} = {}", metric->formula, quotient.empty() ? "" : " = ", quotient, words);
    tip.source = tr("Computed from the recorded block for the chosen compute capability.");
    tip.nsight = std::string { metric->nsight };
    return tip;
}

bool emulated(const session::DeviceSection& device)
{
    return device.timing_origin ? device.timing_origin->emulated : device.engine.kind == engine::EngineKind::vm;
}

std::string time_source(const session::DeviceSection& device)
{
    if (device.timing_origin)
        return trf("From a file: {}, {}.", device.timing_origin->machine, device.timing_origin->when);
    return emulated(device) ? tr("Emulated time of the virtual machine; not a GPU timing.")
                            : tr("Measured on ") + device.engine.name + tr(" with CUDA events.");
}

std::string rules_source(const session::RunSection& run)
{
    return tr("Computed for ") + run.architecture + tr(" from the recorded block.");
}

DrawList tip_view(const Scope& scope)
{
    if (!scope.window.tip)
        return { scope.size };
    const Tip& tip = scope.window.tip->tip;
    const Point pointer = scope.window.tip->pointer;
    const Size window = scope.size;
    const Style& style = scope.style;
    const float padding = 12.0F * style.scale;
    const float width = std::min(kMaxTipWidth * style.scale, std::max(window.width - 2 * style.margin, 1.0F));
    const float room = width - 2 * padding;
    std::vector<TipLine> lines;
    const auto add = [&](const std::string& words, Face face, float size, Color color) {
        if (words.empty())
            return;
        for (std::string& line : wrap_text(words, face, size, room / 1.05F, kMaxTipLines))
            lines.push_back({ std::move(line), face, size, color });
    };
    add(tip.title, Face::semibold, style.small, style.text);
    add(tip.definition, Face::regular, style.small, style.text);
    add(tip.formula, Face::mono, style.smallest, style.blue);
    add(tip.source, Face::regular, style.smallest, style.secondary);
    if (!tip.nsight.empty())
        add(tr("Nsight Compute: ") + tip.nsight, Face::regular, style.smallest, style.secondary);
    float height = 2 * padding;
    for (const TipLine& line : lines)
        height += 1.4F * line.size;
    height = std::min(height, window.height);

    // Beside the pointer, on the side with enough space.
    const float away = 18.0F * style.scale;
    const float x = pointer.x + away + width <= window.width ? pointer.x + away : std::max(pointer.x - away - width, 0.0F);
    const float y = std::clamp(pointer.y + away, 0.0F, std::max(window.height - height, 0.0F));
    Canvas canvas({ width, height }, style);
    canvas.frame({ 0, 0, width, height }, style.panel, style.blue, style.radius);
    float top = padding;
    for (const TipLine& line : lines) {
        const float pitch = 1.4F * line.size;
        if (top + pitch > height)
            break;
        canvas.label({ padding, top + pitch / 2 }, line.text, { line.face, line.size, line.color, Align::left, room });
        top += pitch;
    }
    DrawList whole { window };
    whole.append(canvas.finish(), { std::min(x, std::max(window.width - width, 0.0F)), y });
    return whole;
}

Tip tip_of_lesson(const session::Snapshot& model)
{
    return { tr("Lesson"), model.setup->lesson ? model.setup->lesson->shown(model.setup->lesson->summary) : std::string {},
        trf("lesson {} of {}", model.setup->lesson_index + 1, model.setup->lesson_titles.size()),
        tr("The number is the lesson's chapter. Tab: next lesson. Click the arrow or press Ctrl+L: list of lessons."), {} };
}

Tip tip_of_architecture(const session::Snapshot& model)
{
    if (model.run->warp_width != kMaxLanes)
        return { tr("Warp width"),
            trf("Recorded runs use warps of {} lanes, which only the virtual machine supports. Click: list of widths.",
                model.run->warp_width),
            tr("every GPU: 32 lanes"), trf("Evaluated for {}.", model.run->architecture), {} };
    return { model.run->architecture, tr("The analysis uses this compute capability. Click or press A to choose another."),
        trf("{} banks of {} bytes", model.run->traits->shared_banks, model.run->traits->bank_bytes),
        tr("The run is not repeated: the recorded addresses and masks are re-evaluated."), {} };
}

Tip tip_of_device(const session::Snapshot& model)
{
    return { model.device->engine.name, tr("Device that runs the kernels. Click or press G: list."), model.device->engine.detail,
        time_source(*model.device), {} };
}

} // namespace warpstage::views
