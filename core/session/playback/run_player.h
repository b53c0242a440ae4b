// A recorded run at one of its steps, with the block's accesses to shared memory and to the matrices.
#pragma once

#include "core/analysis/recording/tile_accesses.h"
#include "core/session/playback/playback.h"
#include "core/session/snapshot.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace warpstage::session {

class RunPlayer {
public:
    using Plan = std::shared_ptr<const problem::Plan>;

    // The same recording continues. Null: no recording; the last state stays until clear().
    void show(const std::shared_ptr<const Recording>& recording, const problem::Plan* plan);
    [[nodiscard]] PlayedRun run(const std::shared_ptr<const Recording>& recording, const Plan& plan);

    [[nodiscard]] Playback& playback() { return m_playback; }

    // The answer of a question stands still at this entry of the trace, so that all pictures show the same step, until release().
    void hold(std::size_t step) { m_held = step; }
    void release();

private:
    Playback m_playback;
    std::optional<std::size_t> m_held; // until the playback shows its recording
    bool m_holds = false;
    analysis::TileAccessCollector m_tile_accesses;
};

} // namespace warpstage::session
