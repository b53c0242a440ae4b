#include "core/session/playback/run_player.h"

#include <utility>

namespace warpstage::session {

namespace {

constexpr std::size_t kElementBytes = 4; // shared memory of unknown type is shown in words of a bank

} // namespace

void RunPlayer::show(const std::shared_ptr<const Recording>& recording, const problem::Plan* plan)
{
    if (recording == nullptr)
        return;
    const auto* array = plan == nullptr ? nullptr : std::get_if<problem::ArrayScene>(&plan->scene);
    const bool matrix = plan != nullptr && std::holds_alternative<problem::MatrixScene>(plan->scene);
    // Without shared memory the accesses to global memory are shown.
    auto mode = PlaybackMode::on_request;
    if (matrix || (array != nullptr && (array->detail == problem::SceneDetail::sectors || recording->shared_bytes == 0)))
        mode = PlaybackMode::all_accesses;
    else if (array != nullptr)
        mode = PlaybackMode::shared_accesses;
    m_playback.show(recording, array != nullptr ? array->element_bytes : kElementBytes, mode,
        array != nullptr ? array->element : problem::ArrayScene::Element::integer);
    const auto held = std::exchange(m_held, std::nullopt);
    if (!held || *held >= m_playback.view().steps)
        return;
    m_playback.seek(*held);
    m_holds = true;
}

void RunPlayer::release()
{
    m_held.reset();
    if (std::exchange(m_holds, false))
        m_playback.rewind();
}

PlayedRun RunPlayer::run(const std::shared_ptr<const Recording>& recording, const Plan& plan)
{
    PlayedRun run;
    if (recording != nullptr) {
        run.view = m_playback.view();
        run.cells = m_playback.frame();
    }
    run.tile_accesses = m_tile_accesses.at(recording, plan, run.view.step);
    return run;
}

} // namespace warpstage::session
