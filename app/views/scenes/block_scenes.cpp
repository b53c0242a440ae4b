#include "app/views/scenes/block_scenes.h"

#include "app/views/banks/bank_scene.h"
#include "app/views/sectors/sector_scene.h"

namespace warpstage::views {

namespace {

constexpr Seconds kGlance { 0.4F }; // how long all wavefronts are shown at once
constexpr Seconds kWavefront { 0.25F };
constexpr std::uint32_t kPause = 6; // pause in wavefronts before the sequence repeats

} // namespace

void BanksScene::advance(const session::Snapshot& model, Seconds elapsed)
{
    const bool same = model.run->recording == m_recording && model.playback->run.view.step == m_step;
    m_recording = model.run->recording;
    m_step = model.playback->run.view.step;
    m_rest = same ? m_rest + elapsed : Seconds(0);
}

std::optional<std::uint32_t> BanksScene::wavefront(std::uint32_t wavefronts) const
{
    if (wavefronts < 2 || m_rest < kGlance)
        return std::nullopt;
    const auto turn = static_cast<std::uint64_t>((m_rest - kGlance) / kWavefront) % (wavefronts + kPause);
    return turn < wavefronts ? std::optional(static_cast<std::uint32_t>(turn)) : std::nullopt;
}

DrawList BanksScene::picture(const session::Snapshot& model, Rect scene, const Style& style) const
{
    DrawList list { { scene.right(), scene.bottom() } };
    const Rect room = scene.inset(style.margin / 2);
    if (room.width <= 0.0F || room.height <= 0.0F)
        return list;
    BankSceneInput input = bank_scene_input(model);
    input.wavefront = wavefront(input.wavefronts);
    list.append(bank_scene_figure(input, { room.width, room.height }, style), { room.x, room.y });
    return list;
}

DrawList TrafficScene::picture(const session::Snapshot& model, Rect scene, const Style& style) const
{
    SectorSceneInput input { m_traffic.buffers(), sector_scene_words(model) };
    input.cached = model.run->traits->capability.major >= 2;
    if (const auto& wrong = model.run->wrong_element)
        input.wrong = { wrong->difference.buffer, std::uint64_t { wrong->difference.index } * wrong->difference.element_bytes };
    DrawList list { { scene.right(), scene.bottom() } };
    list.append(sector_scene_figure(input, { scene.width, scene.height }, style), { scene.x, scene.y });
    return list;
}

} // namespace warpstage::views
