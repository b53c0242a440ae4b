// The banks while a request is served: when the recorded run stands at a step, its wavefronts come one after the other, again and
// again; while it runs on, all of them are shown at once.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/stage/scene/easing.h"
#include "app/views/banks/bank_scene.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace warpstage::stage {

class BanksScene {
public:
    void advance(const session::Snapshot& snapshot, Seconds elapsed);
    // Within the rectangle, whose corner is its origin.
    [[nodiscard]] draw::DrawList picture(const session::Snapshot& snapshot, draw::Rect scene, const draw::Style& style) const;
    // Of `wavefronts`, the one on its way; nothing: all at once.
    [[nodiscard]] std::optional<std::uint32_t> wavefront(std::uint32_t wavefronts) const;

private:
    std::shared_ptr<const session::Recording> m_recording;
    std::optional<std::size_t> m_step;
    Seconds m_rest { 0 }; // since the run came to the step
};

} // namespace warpstage::stage
