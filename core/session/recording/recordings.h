// Recorded runs of the current lesson with the current settings, one per variant, and their evaluation for an architecture. The
// variant on screen is recorded first, then the others, so that switching shows them immediately.
#pragma once

#include "core/analysis/recording/assessment.h"
#include "core/analysis/recording/recording.h"
#include "core/base/latest.h"
#include "core/session/recording/replay.h"
#include "core/session/recording/warp_width.h"
#include "core/session/run/stepper.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace warpstage::session {

// The block that is recorded unless one is chosen: in the middle of the data, away from the partial blocks at the end of the
// grid.
[[nodiscard]] std::uint64_t middle_block(const Dim3& grid);

class Recordings {
public:
    using Time = std::chrono::steady_clock::time_point;
    // A run that a presenter steps through is not recorded again.
    enum class Refresh : std::uint8_t { allowed, never };

    Recordings(Program& program, Stepper& stepper, Notices& notices, Urgency urgency);

    // Lesson, settings or kernels have changed: discards all recordings and cancels one in progress.
    void forget();
    // Replaces the recording of the replay's variant until forget().
    void show(const std::shared_ptr<const Replay>& replay);
    // Chooses the block of the current variant to record, clamped to the last block. Returns whether that variant has a launch to
    // record.
    [[nodiscard]] bool choose_block(std::uint64_t block);
    // Back to the middle block.
    void forget_block();

    // The state of a lesson that is left, restored when it is shown again with the same settings and kernels.
    struct Kept {
        std::map<std::size_t, std::shared_ptr<const Recording>> recordings; // by variant
        std::set<std::size_t> unrecordable;
        std::shared_ptr<const Replay> replay;
        std::optional<std::uint64_t> block;
        WarpWidth warp_width;
    };
    [[nodiscard]] Kept kept() const { return { m_recordings, m_unrecordable, m_replay, m_block, m_warp_width }; }
    void restore(Kept kept);

    // Of future recordings: after a change call forget().
    [[nodiscard]] WarpWidth& warp_width() { return m_warp_width; }
    [[nodiscard]] const WarpWidth& warp_width() const { return m_warp_width; }

    void collect();
    // The next recording to make; nothing: all are available or in progress.
    [[nodiscard]] std::optional<analysis::RecordingRequest> next(Time now, const arch::Traits& traits, Refresh refresh);
    void record(analysis::RecordingRequest request) { m_worker.request(std::move(request), m_urgency); }
    void wait_until_idle() { m_worker.wait_until_idle(); }

    // Null: none.
    [[nodiscard]] std::shared_ptr<const Recording> of(std::size_t variant) const;
    [[nodiscard]] std::shared_ptr<const Recording> shown() const { return of(m_program.variant()); }
    // Null without a recording.
    [[nodiscard]] std::shared_ptr<const Assessment> assessment_of(std::size_t variant, const arch::Traits& traits);
    // Null: recordings and times are from this session.
    [[nodiscard]] const std::shared_ptr<const Replay>& replay() const { return m_replay; }
    // Whether the current variant's recording comes from a file.
    [[nodiscard]] bool shows_replay() const;

private:
    struct Recorded {
        Result<std::shared_ptr<const Recording>> recording;
        std::shared_ptr<const Assessment> assessment; // for the request's architecture; null without a recording
    };
    struct Assessed {
        std::shared_ptr<const Recording> recording;
        std::shared_ptr<const Assessment> assessment;
    };
    [[nodiscard]] bool is_missing(std::size_t variant);
    // Whether the recording must be refreshed because bodies move, so that the shown divergence is current.
    [[nodiscard]] bool is_live();
    // Reads the engine's contents into `request`. Returns whether they were read.
    [[nodiscard]] bool read_contents(analysis::RecordingRequest& request) const;

    Program& m_program;
    Stepper& m_stepper;
    Notices& m_notices;
    Urgency m_urgency;
    std::map<std::size_t, std::shared_ptr<const Recording>> m_recordings; // by variant
    std::map<std::size_t, Assessed> m_assessments; // the last one per variant
    std::set<std::size_t> m_unrecordable; // variants that the virtual machine cannot run
    std::uint64_t m_serial = 0; // of the last recording
    Time m_recorded_at;
    std::optional<std::uint64_t> m_block; // of the current variant; nothing: the middle block
    bool m_block_due = false; // the chosen block has not been requested yet
    WarpWidth m_warp_width;
    std::shared_ptr<const Replay> m_replay;
    Latest<analysis::RecordingRequest, Recorded> m_worker;
};

} // namespace warpstage::session
