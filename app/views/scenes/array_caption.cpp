#include "app/views/scenes/array_caption.h"

#include "app/draw/canvas.h"
#include "app/draw/text_metrics.h"
#include "app/views/frame/panel.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::views {

std::optional<ArrayCaptionInput> array_caption_input(const session::Snapshot& snapshot)
{
    if (snapshot.scene->particles || snapshot.scene->matrix || snapshot.scene->transfers)
        return std::nullopt;
    ArrayCaptionInput input;
    if (!snapshot.scene->array) {
        const bool host = snapshot.setup->variant < snapshot.setup->variants.size()
            && snapshot.setup->variants[snapshot.setup->variant].on_host_only;
        input.waiting = host                     ? "this variant runs on the host: no shared memory to show"
            : snapshot.run->recording != nullptr ? "the recorded block touches no shared memory"
                                                 : no_recording_words(snapshot);
        return input;
    }
    const session::ArrayFrame& frame = *snapshot.scene->array;
    input.recorded = true;
    input.step = frame.step;
    input.steps = frame.steps;
    input.pass = frame.pass;
    input.warp = frame.warp;
    input.line = frame.line;
    if (snapshot.setup->lesson && frame.line >= 1 && frame.line <= snapshot.setup->lesson->source_lines.size())
        input.code = text::trim(snapshot.setup->lesson->source_lines[frame.line - 1]);
    return input;
}

float array_caption_height(const Style& style)
{
    return 3.2F * style.body;
}

DrawList array_caption_figure(const ArrayCaptionInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const float first = 1.0F * style.body;
    if (!input.recorded) {
        canvas.text({ 0, first }, input.waiting, { Face::regular, style.body, style.secondary, Align::left, size.width });
        return canvas.finish();
    }
    // Each word has its own column, wide enough for its largest number: nothing moves while it counts.
    float x = 0.0F;
    const auto column = [&](const std::string& name, const std::string& value, const std::string& widest) {
        const float name_width = room_for(name, Face::regular, style.small) + canvas.units(6.0F);
        const float value_width = room_for(widest, Face::mono, style.source);
        if (x + name_width + value_width > size.width)
            return;
        canvas.text({ x, first }, name, { Face::regular, style.small, style.secondary, Align::left, name_width });
        canvas.text({ x + name_width, first }, value, { Face::mono, style.source, style.text, Align::left, value_width });
        x += name_width + value_width + canvas.units(18.0F);
    };
    const std::string steps = text::grouped(static_cast<std::int64_t>(input.steps));
    column("pass", std::to_string(input.pass), "00");
    column("warp", std::to_string(input.warp), "00");
    column("step", fmt::format("{} of {}", text::grouped(static_cast<std::int64_t>(input.step + 1)), steps),
        fmt::format("{} of {}", steps, steps));
    if (input.line == 0)
        return canvas.finish();
    const float second = first + 1.4F * style.body;
    const std::string line = fmt::format("line {}", input.line);
    const float line_width = room_for("line 0000", Face::regular, style.small);
    canvas.text({ 0, second }, line, { Face::regular, style.small, style.orange, Align::left, line_width });
    const float left = line_width + canvas.units(10.0F);
    if (size.width - left > canvas.units(40.0F))
        canvas.text({ left, second }, input.code, { Face::mono, style.source, style.text, Align::left, size.width - left });
    return canvas.finish();
}

} // namespace warpstage::views
