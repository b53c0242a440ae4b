// Which warps of a recorded block wait at one of its steps: at which barrier, for which phase or flag, what has arrived, and who
// arrives later in the recording.
#pragma once

#include "core/analysis/block/pipeline_history.h"
#include "core/simt/hang/hang.h"

#include <map>

namespace warpstage::analysis {

struct WaitsAtStep {
    simt::Hang hang; // without a mistake
    // By object: another block of the cluster completes the phase, and its operations are not recorded.
    std::vector<bool> partly;
};

// The arguments outlive the object.
class RecordedWaits {
public:
    RecordedWaits(const trace::Trace& trace, const ptx::Listing& listing, const PipelineHistory& history);

    // After this step, an index into Trace::steps.
    [[nodiscard]] WaitsAtStep at(std::size_t step) const;
    // The first step at which the most warps wait; nothing: no warp ever waits.
    [[nodiscard]] std::optional<std::size_t> fullest() const;

private:
    struct Interval {
        std::uint32_t warp = 0;
        std::uint32_t pc = 0;
        std::size_t begin = 0; // first step at which the warp waits
        std::size_t end = 0; // the step at which it goes on
        simt::Hang::Kind kind = simt::Hang::Kind::phase;
        std::size_t object = 0; // of PipelineHistory::objects, or of its flags
        std::uint64_t epoch = 0; // of a barrier of all threads
        std::optional<std::uint32_t> number {}; // of a barrier with a number of threads, if the instruction contains it
        std::uint32_t expected = 0; // threads; 0: all, or unknown
        std::uint32_t arrived = 0; // threads when the warp arrives, without it
    };

    void add_phases();
    void add_flags();
    void add_barriers();
    void add_counted_barrier(std::size_t step, const ptx::Instruction& instruction);
    void finish(Interval interval);
    [[nodiscard]] std::uint32_t lanes_of(std::uint32_t warp) const { return m_lanes[warp]; }
    [[nodiscard]] std::size_t next_of(std::uint32_t warp, std::size_t step) const;
    [[nodiscard]] bool has_exited(std::uint32_t warp, std::size_t step) const;
    [[nodiscard]] std::string line_of(std::uint32_t pc) const;
    [[nodiscard]] simt::Hang::Object object_at(const Interval& interval, std::size_t step) const;
    [[nodiscard]] simt::Hang::Object flag_at(const Interval& interval, std::size_t step) const;
    [[nodiscard]] simt::Hang::Object phase_at(std::size_t object, std::size_t step) const;
    void add_missing(WaitsAtStep& waits, std::size_t object, const Interval& interval, std::size_t step) const;

    const trace::Trace& m_trace;
    const ptx::Listing& m_listing;
    const PipelineHistory& m_history;
    std::vector<std::vector<std::size_t>> m_steps; // by warp
    std::vector<std::uint32_t> m_lanes; // by warp: its threads
    std::vector<Interval> m_intervals;
    struct Barrier { // with a number of threads
        std::uint32_t arrived = 0; // threads, since it was complete
        std::vector<std::size_t> waiting; // indices into m_intervals
    };
    std::map<std::uint32_t, Barrier> m_barriers; // by number, while the intervals are found
};

} // namespace warpstage::analysis
