// The selection in the recorded run: an access and its occurrence, a warp, a lane, a line, a cell. Selecting computes nothing
// again, and only existing objects can be selected.
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
    // The lesson, the variant, or the results of the variant change.
    void leave_lesson();
    void leave_variant();
    // Called before the variant changes: the shown access stays selected if the next variant has an access of its role.
    void keep_access(const lesson::Lesson& lesson, std::size_t variant);
    void forget_results();
    // Selects what the cue points at as soon as its recording is available.
    void select_for_cue(const lesson::Cue& cue);

    // `recording`: that of the current variant; null: not yet available.
    // One warp for all panels: its requests and lanes. A stopped playback moves to the warp's next step.
    [[nodiscard]] std::uint32_t warp() const { return m_warp; }
    void select_warp(std::uint32_t warp, const Recording* recording, Playback& playback);
    void toggle_lane(std::uint32_t lane);
    void toggle_element(const SelectElement& order);
    // A line that accesses memory also selects its access.
    void toggle_line(std::uint32_t line, const Recording* recording, Playback& playback);
    // A stopped playback moves to the next occurrence of the access.
    void select_access(std::uint32_t pc, const Recording* recording, Playback& playback);
    void step_access(Direction direction);
    // Moves the playback to the next step that accesses the cell. No effect if the recording has no such cell.
    void select_cell(
        const SelectCell& order, const Recording* recording, const problem::Plan* plan, Playback& playback, Notices& notices);
    // Selects the thread that computes the element, if any.
    void show_wrong_element(const WrongElement& element);
    // Selects a warp of a block that has not been recorded yet.
    void look_at_warp(std::uint32_t warp)
    {
        m_warp = warp;
        m_access = { .warp = warp };
    }

    // Adjusts the selection to the current recording. Under the presenter's control the access of the current step is shown.
    void update(const lesson::Lesson& lesson, std::size_t variant, const std::shared_ptr<const Recording>& recording,
        const std::shared_ptr<const Assessment>& assessment, const PlaybackView& played);
    // Of the shown access; nothing: it has no role.
    [[nodiscard]] std::optional<RoleAccess> role_of_access(const lesson::Lesson& lesson, std::size_t variant) const;
    void forget_cell() { m_cell.reset(); }
    [[nodiscard]] const std::vector<AccessView>& accesses() const { return m_picture.accesses(); }
    [[nodiscard]] const std::optional<WrongElement>& wrong_element() const { return m_wrong_element; }
    // The shown warp is that of the playback's step, else that of the chosen access.
    [[nodiscard]] SelectionSection section(const Recording* recording, const PlaybackView& played);

private:
    struct CellHistory {
        std::shared_ptr<const Recording> recording;
        ChosenCell cell;
        std::shared_ptr<const analysis::WordHistory> accesses;
    };
    void follow_cell(const std::shared_ptr<const Recording>& recording);

    std::uint32_t m_warp = 0;
    std::uint32_t m_line = 0;
    std::optional<std::uint32_t> m_lane;
    std::optional<ChosenElement> m_element;
    std::optional<ChosenCell> m_cell;
    CellHistory m_history; // of the cell; without accesses: of none
    analysis::AccessChoice m_access;
    analysis::AccessPicture m_picture;
    std::optional<RoleAccess> m_role; // of the access shown before the change of variant
    bool m_role_due = false; // select it as soon as the current variant's recording is available
    bool m_role_line = false; // its line was chosen, so choose its new line too
    std::optional<WrongElement> m_wrong_element; // of the kernels that were rejected last
};

} // namespace warpstage::session
