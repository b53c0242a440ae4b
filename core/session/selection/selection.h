// What the audience looks at in the recorded run: an access and its occurrence, a warp, a lane, a line, a cell. Nothing is
// computed anew for it, and nothing that is not there can be selected.
#pragma once

#include "core/analysis/recording/access_view.h"
#include "core/session/notices.h"
#include "core/session/playback/playback.h"
#include "core/session/selection/role_access.h"
#include "core/session/snapshot.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::session {

class Selection {
public:
    // Another lesson, another variant, other results of the same variant.
    void leave_lesson();
    void leave_variant();
    // Before the variant changes: the access that is shown stays selected in the next one that has an access of its role.
    void keep_access(const lesson::Lesson& lesson, std::size_t variant);
    void forget_results();
    // As a cue wants it, until its recording is there.
    void select_for_cue(const lesson::Cue& cue);

    // `recording`: the one of the present variant; null: there is none yet.
    // One warp for all panels: its requests, its lanes. While the run stands at a step, it goes to the warp's next one.
    void select_warp(std::uint32_t warp, const Recording* recording, Playback& playback);
    void toggle_lane(std::uint32_t lane);
    // A line that accesses memory shows its own request.
    void toggle_line(std::uint32_t line, const Recording* recording, Playback& playback);
    // While the run stands at a step, it goes to where the access is made next.
    void select_access(std::uint32_t pc, const Recording* recording, Playback& playback);
    void step_access(Direction direction);
    // The run goes to the next step that touches the cell. Nothing happens where the recording does not know the cell.
    void select_cell(
        const SelectCell& order, const Recording* recording, const problem::Plan* plan, Playback& playback, Notices& notices);
    // The thread that computes the element, where one does.
    void show_wrong_element(const WrongElement& element);
    // Of a block that has not been recorded yet.
    void look_at_warp(std::uint32_t warp)
    {
        m_warp = warp;
        m_access = { .warp = warp };
    }

    // What can be selected now. A presenter who steps through the run sees the requests as they come.
    void update(const lesson::Lesson& lesson, std::size_t variant, const std::shared_ptr<const Recording>& recording,
        const std::shared_ptr<const Assessment>& assessment, const PlaybackView& played);
    // Of the access that is shown; nothing: the lesson gives it none.
    [[nodiscard]] std::optional<RoleAccess> role_of_access(const lesson::Lesson& lesson, std::size_t variant) const;
    [[nodiscard]] const std::vector<AccessView>& accesses() const { return m_picture.accesses(); }
    [[nodiscard]] const std::optional<WrongElement>& wrong_element() const { return m_wrong_element; }
    // The warp on screen is that of the step at which the run stands, else that of the chosen access.
    [[nodiscard]] SelectionSection section(const Recording* recording, const PlaybackView& played);

private:
    std::uint32_t m_warp = 0;
    std::uint32_t m_line = 0;
    std::optional<std::uint32_t> m_lane;
    std::optional<ChosenCell> m_cell;
    analysis::AccessChoice m_access;
    analysis::AccessPicture m_picture;
    std::optional<RoleAccess> m_role; // of the access that was shown before the variant changed
    bool m_role_due = false; // it is selected as soon as the present variant's recording is there
    bool m_role_line = false; // its line was the chosen one, and is again
    std::optional<WrongElement> m_wrong_element; // of kernels that were refused last
};

} // namespace warpstage::session
