#include "app/views/scenes/drift_line.h"

#include "app/draw/canvas.h"
#include "app/draw/text_metrics.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <string>

namespace warpstage::views {

DrawList drift_line(const session::DriftView& drift, float width, const Style& style)
{
    Canvas canvas({ width, 1.6F * style.small }, style);
    const float baseline = 1.1F * style.small;
    float x = 0.0F;
    const auto write = [&](const std::string& words, const std::string& widest, Face face, Color color) {
        const float room = room_for(widest, face, style.small) + canvas.units(6.0F);
        if (x + room > width)
            return;
        canvas.text({ x, baseline }, words, { face, style.small, color, Align::left, room });
        x += room;
    };
    const auto number = [&](const char* name, double value) {
        write(name, name, Face::regular, style.secondary);
        const auto words = fmt::format("{:.1e}", value);
        write(words, "0.0e-00  ", Face::mono, style.text);
    };
    number("drift of energy", drift.energy);
    number("of momentum", drift.momentum);
    const std::string steps = fmt::format("after {} steps", text::grouped(static_cast<std::int64_t>(drift.steps)));
    write(steps, steps, Face::regular, style.secondary);
    return canvas.finish();
}

} // namespace warpstage::views
