// The variant that the current one is compared with, and its recorded run.
#pragma once

#include "core/analysis/recording/access_view.h"
#include "core/session/playback/run_player.h"
#include "core/session/recording/recordings.h"
#include "core/session/selection/role_access.h"

#include <cstddef>
#include <optional>

namespace warpstage::session {

class Comparison {
public:
    void select(std::optional<std::size_t> variant) { m_variant = variant; }
    [[nodiscard]] std::optional<std::size_t> selected() const { return m_variant; }
    // To the next of `count` variants, skipping the current one.
    void step(Direction direction, std::size_t present, std::size_t count);

    // Nothing: only one variant has been shown.
    [[nodiscard]] std::optional<std::size_t> variant() const { return m_variant; }
    // Shows the access of that role if the lesson defines it, else the most interesting access.
    [[nodiscard]] std::optional<ComparedView> view(
        Recordings& recordings, const arch::Traits& traits, const lesson::Lesson& lesson, const std::optional<RoleAccess>& role);
    [[nodiscard]] std::optional<PlayedRun> run(const std::optional<ComparedView>& view, const Program& program);
    [[nodiscard]] Playback& playback() { return m_player.playback(); }

private:
    std::optional<std::size_t> m_variant;
    analysis::AccessPicture m_picture;
    RunPlayer m_player;
};

} // namespace warpstage::session
