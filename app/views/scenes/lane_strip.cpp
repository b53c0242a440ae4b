#include "app/views/scenes/lane_strip.h"

#include <bit>

namespace warpstage::views {

namespace {

constexpr float kCells = 12.0F; // height at scale 1
constexpr float kNarrowest = 1.5F; // minimum width of a lane's cell in pixels: below it a warp is drawn as one bar

// Lanes that have a thread: all, except in a partial last warp.
std::size_t threads_of(const session::ArrayFrame& frame)
{
    const std::size_t lanes = frame.working.size() * frame.warp_width;
    return frame.threads == 0 ? lanes : std::min<std::size_t>(lanes, frame.threads);
}

struct StripSpacing {
    float gap = 0.0F; // between warps
    float pitch = 0.0F; // pitch of the lanes
};

StripSpacing spacing_of(const session::ArrayFrame& frame, Rect rect, const Style& style)
{
    const std::size_t warps = frame.working.size();
    const float gap = std::min(3.0F * style.scale, rect.width / static_cast<float>(4 * warps));
    return { gap, (rect.width - gap * static_cast<float>(warps - 1)) / static_cast<float>(threads_of(frame)) };
}

} // namespace

std::optional<Rect> place_in_lane_strip(
    const session::ArrayFrame& frame, std::uint32_t warp, std::uint32_t lane, Rect rect, const Style& style)
{
    if (warp >= frame.working.size() || lane >= frame.warp_width || warp * frame.warp_width + lane >= threads_of(frame))
        return std::nullopt;
    const auto [gap, pitch] = spacing_of(frame, rect, style);
    const float left = rect.x + static_cast<float>(warp) * (pitch * static_cast<float>(frame.warp_width) + gap);
    return Rect { left + pitch * static_cast<float>(lane), rect.y, pitch, kCells * style.scale };
}

float lane_strip_height(const session::ArrayFrame& frame, const Style& style)
{
    return frame.working.empty() ? 0.0F : kCells * style.scale + 1.8F * style.smallest;
}

void add_lane_strip(DrawList& list, const session::ArrayFrame& frame, Rect rect, const Style& style)
{
    if (frame.working.empty() || frame.warp_width == 0)
        return;
    const std::size_t warps = frame.working.size();
    const std::size_t threads = threads_of(frame);
    const auto [gap, pitch] = spacing_of(frame, rect, style);
    const float height = kCells * style.scale;
    const float baseline = rect.y + height + 1.2F * style.smallest;
    std::size_t busy = 0;
    for (std::size_t warp = 0; warp < warps; ++warp) {
        const LaneMask working = frame.working[warp];
        const LaneMask active = warp == frame.warp ? frame.active : 0;
        busy += static_cast<std::size_t>(std::popcount(working));
        const float left = rect.x + static_cast<float>(warp) * (pitch * static_cast<float>(frame.warp_width) + gap);
        const auto lanes = static_cast<std::uint32_t>(std::min<std::size_t>(frame.warp_width, threads - warp * frame.warp_width));
        const float width = pitch * static_cast<float>(lanes);
        if (pitch < kNarrowest) {
            const float part = static_cast<float>(std::popcount(working)) / static_cast<float>(lanes);
            list.add(Box { { left, rect.y, width, height }, idle_color(style), {}, 1.0F, 0.0F });
            list.add(Box { { left, rect.y + height * (1.0F - part), width, height * part },
                active != 0 ? style.orange : style.blue, {}, 1.0F, 0.0F });
            continue;
        }
        for (std::uint32_t lane = 0; lane < lanes; ++lane) {
            const bool now = (active >> lane & 1U) != 0;
            const bool works = (working >> lane & 1U) != 0;
            const float from = std::round(left + pitch * static_cast<float>(lane));
            const float to = std::round(left + pitch * static_cast<float>(lane + 1)) - (pitch >= 4.0F ? 1.0F : 0.0F);
            // Active lanes are also taller, so that color is not the only difference.
            const float top = now ? 0.0F : works ? 0.2F * height : 0.55F * height;
            list.add(Box { { from, rect.y + top, std::max(1.0F, to - from), height - top },
                now         ? style.orange
                    : works ? style.blue
                            : idle_color(style),
                {}, 1.0F, 0.0F });
        }
    }
    const std::string share = trf("{} of {} threads access memory in iteration {}", busy, threads, frame.iteration);
    std::string words =
        share + (pitch < kNarrowest ? tr("; orange: the warp that executes now") : tr("; tall: lanes that execute now"));
    for (const std::string& shorter : { share, trf("{} of {} threads busy", busy, threads), trf("{} of {} busy", busy, threads) })
        if (room_for(words, Face::regular, style.smallest) > rect.width)
            words = shorter;
    list.add(
        Text { { rect.x, baseline }, std::move(words), Face::regular, style.smallest, style.secondary, Align::left, rect.width });
}

} // namespace warpstage::views
