#include "app/views/frame/cue_dots.h"

#include "app/draw/text_metrics.h"

#include <fmt/format.h>

namespace warpstage::views {

namespace {

std::string words_of(const session::CueView& cue)
{
    return cue.index ? fmt::format("cue {} of {}", *cue.index + 1, cue.count) : fmt::format("{} cues →", cue.count);
}

} // namespace

float draw_cue_dots(Canvas& canvas, const session::CueView& cue, Point left, float right, std::vector<HitRegion>& regions)
{
    if (cue.count == 0)
        return left.x;
    const Style& style = canvas.style();
    const float gap = canvas.units(8.0F);
    const float pitch = canvas.units(17.0F);
    const float dots = pitch * static_cast<float>(cue.count);
    const float room = room_for(fmt::format("cue {0} of {0}", cue.count), Face::regular, style.small);
    float x = left.x;
    if (x + room > right)
        return x;
    if (x + dots + gap + room <= right) {
        for (std::size_t i = 0; i < cue.count; ++i) {
            const bool present = cue.index == i;
            const bool passed = cue.index && i < *cue.index;
            const Point center { x + pitch * (static_cast<float>(i) + 0.5F), left.y };
            canvas.circle(center, canvas.units(present ? 5.5F : 4.0F),
                present      ? style.blue
                    : passed ? style.secondary
                             : style.dim);
            regions.push_back({ { center.x - pitch / 2, center.y - pitch, pitch, 2 * pitch },
                session::CueStep { session::Direction::next, i } });
        }
        x += dots + gap;
    }
    canvas.text({ x, centered_baseline(left.y, style.small) }, words_of(cue),
        { Face::regular, style.small, style.secondary, Align::left, room });
    return x + room;
}

} // namespace warpstage::views
