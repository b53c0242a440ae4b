#include "app/views/why/trial_figure.h"

#include "core/timing/advice/advice.h"

namespace warpstage::views {

namespace {

using session::AdviceTrial;

constexpr std::size_t kMaxLines = 6; // of code

double gain(std::chrono::nanoseconds before, std::chrono::nanoseconds after)
{
    return before.count() > 0 ? 1.0 - static_cast<double>(after.count()) / static_cast<double>(before.count()) : 0.0;
}

std::string outcome_words(const TrialInput& input)
{
    const AdviceTrial& trial = input.trial;
    switch (trial.state) {
    case AdviceTrial::State::running:
        return tr("Trying the edit on a copy: compiling, checking, comparing the results…");
    case AdviceTrial::State::refused:
        return trf("The edit was not adopted. {}", trial.refusal);
    case AdviceTrial::State::applied:
        break;
    }
    std::string words = trf("The results are equal. Predicted {}, estimated {}.", timing::gain_words(trial.predicted),
        timing::gain_words(gain(trial.why->now, input.now.now)));
    if (trial.measured.count() > 0 && input.measured.count() > 0)
        words += ' '
            + trf("Measured: {} → {}, {}.", text::duration(trial.measured), text::duration(input.measured),
                timing::gain_words(gain(trial.measured, input.measured)));
    return words + ' ' + tr("Ctrl Z: undo.");
}

struct CodeLine {
    char sign = '+';
    std::uint32_t number = 0; // 0: not a line of the source
    std::string text;
};

std::string launch_words(const problem::LaunchDimensions& launch)
{
    return trf("grid {}, block {}", text::extent(launch.grid), text::extent(launch.block));
}

std::vector<CodeLine> code_of(const AdviceTrial& trial)
{
    std::vector<CodeLine> lines;
    for (const problem::Relaunch& launch : trial.launches) {
        const problem::LaunchDimensions before { trial.why->grid, trial.why->block };
        const auto after = problem::changed(launch.change, before);
        if (!after || *after == before) // a square grid of square blocks
            continue;
        lines.push_back({ '-', 0, launch_words(before) });
        lines.push_back({ '+', 0, launch_words(*after) });
    }
    for (const timing::ChangedLines& change : trial.changes) {
        for (std::size_t i = 0; i < change.before.size(); ++i)
            lines.push_back({ '-', change.line + static_cast<std::uint32_t>(i), change.before[i] });
        for (std::size_t i = 0; i < change.after.size(); ++i)
            lines.push_back({ '+', change.line + static_cast<std::uint32_t>(i), change.after[i] });
    }
    if (lines.size() > kMaxLines)
        lines.resize(kMaxLines);
    return lines;
}

} // namespace

float draw_trial(Canvas& canvas, Rect area, const TrialInput& input)
{
    const Style& style = canvas.style();
    const bool refused = input.trial.state == AdviceTrial::State::refused;
    const float padding = canvas.units(8.0F);
    const float width = area.width - 2.0F * padding;
    const auto words = wrap_text(outcome_words(input), Face::semibold, style.small, width, 3);
    const float pitch = 1.35F * style.small;
    const float code_pitch = 1.4F * style.smallest;
    auto code = code_of(input.trial);
    const float of_words = pitch * static_cast<float>(words.size()) + 2.0F * padding;
    const float room = 0.6F * area.height - of_words;
    code.resize(std::min(code.size(), static_cast<std::size_t>(std::max(0.0F, room / code_pitch))));
    const float height = of_words + code_pitch * static_cast<float>(code.size());
    if (height > 0.7F * area.height)
        return 0.0F;
    const Rect box { area.x, area.bottom() - height, area.width, height };
    canvas.fill(box, well_color(style), canvas.units(4.0F));
    const float x = box.x + padding;
    float y = draw_lines(canvas, { x, box.y + padding + pitch / 2 }, words, pitch,
        { Face::semibold, style.small, refused ? style.vermilion : style.text, Align::left, width });
    y += (code_pitch - pitch) / 2;
    for (const CodeLine& line : code) {
        const Color color = line.sign == '+' ? style.text : style.secondary;
        canvas.label({ x, y },
            fmt::format(
                "{:>4} {}", line.number == 0 ? std::string {} : std::to_string(line.number), line.sign == '+' ? "+" : "−"),
            { Face::mono, style.smallest, style.secondary, Align::left, width });
        const float before = room_for("0000 + ", Face::mono, style.smallest);
        canvas.label({ x + before, y }, std::string { text::trim(line.text) },
            { Face::mono, style.smallest, color, Align::left, width - before });
        y += code_pitch;
    }
    return height + canvas.units(8.0F);
}

} // namespace warpstage::views
