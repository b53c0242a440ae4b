// Recorded runs of the present lesson with the present settings, one for each variant, and what an architecture makes of them.
// The variant on screen is recorded first, then the others, so that a switch finds its picture ready.
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

class Recordings {
public:
    using Time = std::chrono::steady_clock::time_point;
    // A run that a presenter steps through is not recorded again.
    enum class Refresh : std::uint8_t { allowed, never };

    Recordings(Program& program, Stepper& stepper, Notices& notices, Urgency urgency);

    // Another lesson, other settings or kernels. A recording of the former is canceled.
    void forget();
    // In place of a recording of its variant; until forget().
    void show(const std::shared_ptr<const Replay>& replay);
    // Of the present variant; beyond the end means the last one. Whether that variant has a launch to record.
    [[nodiscard]] bool choose_block(std::uint64_t block);
    // The middle one again.
    void forget_block();

    // What is known of the lesson that is left, and the same when it is shown again, with the same settings and kernels.
    struct Kept {
        std::map<std::size_t, std::shared_ptr<const Recording>> recordings; // by variant
        std::set<std::size_t> unrecordable;
        std::shared_ptr<const Replay> replay;
        std::optional<std::uint64_t> block;
        WarpWidth warp_width;
    };
    [[nodiscard]] Kept kept() const { return { m_recordings, m_unrecordable, m_replay, m_block, m_warp_width }; }
    void restore(Kept kept);

    // Of the recordings to come: whoever changes it forgets those that there are.
    [[nodiscard]] WarpWidth& warp_width() { return m_warp_width; }
    [[nodiscard]] const WarpWidth& warp_width() const { return m_warp_width; }

    void collect();
    // What should be recorded now; nothing: all is there, or is being recorded.
    [[nodiscard]] std::optional<analysis::RecordingRequest> next(Time now, const arch::Traits& traits, Refresh refresh);
    void record(analysis::RecordingRequest request) { m_worker.request(std::move(request), m_urgency); }
    void wait_until_idle() { m_worker.wait_until_idle(); }

    // Null: there is none.
    [[nodiscard]] std::shared_ptr<const Recording> of(std::size_t variant) const;
    [[nodiscard]] std::shared_ptr<const Recording> shown() const { return of(m_program.variant()); }
    // Null where there is no recording.
    [[nodiscard]] std::shared_ptr<const Assessment> assessment_of(std::size_t variant, const arch::Traits& traits);
    // Null: recordings and times are of this session.
    [[nodiscard]] const std::shared_ptr<const Replay>& replay() const { return m_replay; }
    // The present variant's recording comes from a file.
    [[nodiscard]] bool shows_replay() const;

private:
    struct Recorded {
        Result<std::shared_ptr<const Recording>> recording;
        std::shared_ptr<const Assessment> assessment; // by the request's architecture; null without a recording
    };
    struct Assessed {
        std::shared_ptr<const Recording> recording;
        std::shared_ptr<const Assessment> assessment;
    };
    [[nodiscard]] bool is_missing(std::size_t variant);
    // Moving bodies, at rest now: their recording is refreshed, so that the divergence shown is that of now.
    [[nodiscard]] bool is_live();
    // Whether what the engine has computed so far was read.
    [[nodiscard]] bool read_contents(analysis::RecordingRequest& request) const;

    Program& m_program;
    Stepper& m_stepper;
    Notices& m_notices;
    Urgency m_urgency;
    std::map<std::size_t, std::shared_ptr<const Recording>> m_recordings; // by variant
    std::map<std::size_t, Assessed> m_assessments; // the last of each variant
    std::set<std::size_t> m_unrecordable; // variants that the virtual machine cannot run
    std::uint64_t m_serial = 0; // of the last recording
    Time m_recorded_at;
    std::optional<std::uint64_t> m_block; // of the present variant; nothing: the middle one
    bool m_block_due = false; // it has not been requested yet
    WarpWidth m_warp_width;
    std::shared_ptr<const Replay> m_replay;
    Latest<analysis::RecordingRequest, Recorded> m_worker;
};

} // namespace warpstage::session
