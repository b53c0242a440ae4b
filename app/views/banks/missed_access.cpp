#include "app/views/banks/missed_access.h"

namespace warpstage::views {

std::optional<MissedAccess> missed_access(const session::Recording* recording, std::uint32_t pc)
{
    if (recording == nullptr || !recording->trap || recording->trap->pc != pc)
        return std::nullopt;
    const simt::Trap& trap = *recording->trap;
    if (trap.kind != simt::TrapKind::out_of_bounds && trap.kind != simt::TrapKind::misaligned)
        return std::nullopt;
    return MissedAccess { trap.lane, trap.address, trap.kind == simt::TrapKind::misaligned,
        trap.message.substr(0, trap.message.find("; ")) };
}

Headline missed_headline(const MissedAccess& missed, const Style& style)
{
    const std::string words =
        missed.misaligned ? trf("lane {}: misaligned address", missed.lane) : trf("lane {} misses every buffer", missed.lane);
    return { { words, tr("fault") }, style.vermilion, false };
}

Rect beside_missed(const MissedAccess& missed, Rect area, const Style& style)
{
    const float width = room_for(fmt::format("0x{:x}", missed.address), Face::mono, style.smallest) + 2 * style.margin;
    return { area.x, area.y, std::max(area.width - width, 0.5F * area.width), area.height };
}

void draw_missed(Canvas& canvas, const MissedAccess& missed, Rect area, Rect picture, unsigned count)
{
    const Style& style = canvas.style();
    const float gap = 0.5F * style.margin;
    const Rect room { picture.right() + gap, area.y, area.right() - picture.right() - gap, area.height };
    const float line = 1.3F * style.smallest;
    if (room.width < canvas.units(40.0F) || room.height < 3 * line)
        return;
    const float height = std::clamp(0.2F * room.height, canvas.units(8.0F), 2.2F * style.smallest);
    const Rect box { room.x, room.bottom() - height - 2 * line, room.width, height };
    const float x =
        picture.x + picture.width * (static_cast<float>(missed.lane) + 0.5F) / static_cast<float>(std::max(count, 1U));
    const float top = picture.y + 1.2F * style.smallest + 0.12F * picture.height;
    canvas.line({ x, top }, { box.x + box.width / 2, box.y }, style.vermilion, canvas.units(3.0F));
    canvas.circle({ x, top }, canvas.units(4.0F), style.vermilion);
    canvas.fill(box, well_color(style));
    hatch(canvas, box, style.vermilion, canvas.units(5.0F));
    canvas.outline(box, style.vermilion);
    canvas.label({ box.x + box.width / 2, box.bottom() + 0.5F * line }, fmt::format("0x{:x}", missed.address),
        { Face::mono, style.smallest, style.vermilion, Align::center, box.width });
    canvas.label({ box.x + box.width / 2, box.bottom() + 1.5F * line }, missed.misaligned ? tr("misaligned") : tr("no buffer"),
        { Face::regular, style.smallest, style.vermilion, Align::center, box.width });
}

} // namespace warpstage::views
