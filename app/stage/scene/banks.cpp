#include "app/stage/scene/banks.h"

namespace warpstage::stage {

namespace {

constexpr Seconds kGlance { 0.4F }; // how long all wavefronts are seen at once
constexpr Seconds kWavefront { 0.25F };
constexpr std::uint32_t kPause = 6; // wavefronts long, before it begins again

} // namespace

void BanksScene::advance(const session::Snapshot& snapshot, Seconds elapsed)
{
    const bool same = snapshot.run->recording == m_recording && snapshot.playback->run.view.step == m_step;
    m_recording = snapshot.run->recording;
    m_step = snapshot.playback->run.view.step;
    m_rest = same ? m_rest + elapsed : Seconds(0);
}

std::optional<std::uint32_t> BanksScene::wavefront(std::uint32_t wavefronts) const
{
    if (wavefronts < 2 || m_rest < kGlance)
        return std::nullopt;
    const auto turn = static_cast<std::uint64_t>((m_rest - kGlance) / kWavefront) % (wavefronts + kPause);
    return turn < wavefronts ? std::optional(static_cast<std::uint32_t>(turn)) : std::nullopt;
}

draw::DrawList BanksScene::picture(const session::Snapshot& snapshot, draw::Rect scene, const draw::Style& style) const
{
    draw::DrawList list { { scene.right(), scene.bottom() }, {} };
    const draw::Rect room = scene.inset(style.margin / 2);
    if (room.width <= 0.0F || room.height <= 0.0F)
        return list;
    views::BankSceneInput input = views::bank_scene_input(snapshot);
    input.wavefront = wavefront(input.wavefronts);
    list.append(views::bank_scene_figure(input, { room.width, room.height }, style), { room.x, room.y });
    return list;
}

} // namespace warpstage::stage
