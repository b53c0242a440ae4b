#include "app/views/timings/profile_figure.h"

namespace warpstage::views {

namespace {

using Time = std::chrono::nanoseconds;

constexpr double kTop = 6.0; // ms at the upper edge, unless a frame took longer

double milliseconds(Time time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

struct ProfilePart {
    const char* name;
    Time ProfiledFrame::*time;
    Color Style::*color;
};
constexpr std::array kParts { ProfilePart { marked("overlay"), &ProfiledFrame::overlay, &Style::orange },
    ProfilePart { marked("scene"), &ProfiledFrame::scene, &Style::blue },
    ProfilePart { marked("upload"), &ProfiledFrame::upload, &Style::green } };

} // namespace

DrawList profile_figure(
    const std::deque<ProfiledFrame>& frames, Size size, const Style& style, const std::vector<std::string>& remarks)
{
    Canvas canvas(size, style);
    canvas.frame(size.area(), style.panel.with_alpha(245), style.border, style.radius);
    const float inset = canvas.units(12.0F);
    const float pitch = 1.4F * style.smallest;
    const float width = size.width - 2 * inset;
    const float words = pitch * static_cast<float>(kParts.size() + 3 + remarks.size());
    const Rect area { inset, inset, width, size.height - 2 * inset - words };
    if (frames.empty() || area.height < canvas.units(20.0F) || width < canvas.units(120.0F))
        return canvas.finish();

    double most = kTop;
    for (const ProfiledFrame& frame : frames)
        most = std::max(most, milliseconds(frame.overlay + frame.scene + frame.upload));
    const float bar = width / 240.0F;
    float x = area.right() - bar * static_cast<float>(std::min<std::size_t>(frames.size(), 240));
    for (const ProfiledFrame& frame : frames) {
        float y = area.bottom();
        for (const ProfilePart& part : kParts) {
            const auto height = static_cast<float>(milliseconds(frame.*part.time) / most) * area.height;
            canvas.fill({ x, y - height, bar, height }, shape_color(style, style.*part.color));
            y -= height;
        }
        x += bar;
    }
    const float budget = area.bottom() - static_cast<float>(milliseconds(kOverlayBudget) / most) * area.height;
    dashed_polyline(canvas, { { area.x, budget }, { area.right(), budget } }, Dash::dashed, style.vermilion, canvas.units(1.5F));
    canvas.line({ area.x, area.bottom() }, { area.right(), area.bottom() }, style.border, canvas.units(1.0F));

    float y = area.bottom() + pitch;
    const auto row = [&](const std::string& name, Time ProfiledFrame::*time, Color color) {
        Time sum { 0 };
        Time worst { 0 };
        for (const ProfiledFrame& frame : frames) {
            sum += frame.*time;
            worst = std::max(worst, frame.*time);
        }
        canvas.fill({ inset, y - 0.75F * style.smallest, 0.75F * style.smallest, 0.75F * style.smallest }, color);
        canvas.text(
            { inset + 1.2F * style.smallest, y }, name, { Face::regular, style.smallest, style.text, Align::left, 0.4F * width });
        canvas.text({ size.width - inset, y },
            trf("{:.2f} ≤ {:.2f} ms", milliseconds(sum) / static_cast<double>(frames.size()), milliseconds(worst)),
            number_note(style, 0.6F * width - 1.2F * style.smallest, Align::right));
        y += pitch;
    };
    for (const ProfilePart& part : kParts)
        row(tr(part.name), part.time, shape_color(style, style.*part.color));
    row(tr("display wait"), &ProfiledFrame::wait, idle_color(style));
    std::size_t built = 0;
    for (const ProfiledFrame& frame : frames)
        built += frame.views;
    canvas.text({ inset, y },
        trf("{} views built in the last frame, {:.1f} on average", frames.back().views,
            static_cast<double>(built) / static_cast<double>(frames.size())),
        note(style, width));
    y += pitch;
    canvas.text({ inset, y }, tr("CPU time as mean ≤ maximum; line at 2 ms"), note(style, width));
    for (const std::string& remark : remarks) {
        y += pitch;
        canvas.text({ inset, y }, remark, note(style, width));
    }
    return canvas.finish();
}

} // namespace warpstage::views
