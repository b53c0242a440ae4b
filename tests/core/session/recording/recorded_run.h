// Recordings of one warp with a sequence of requests.
#pragma once

#include "core/session/snapshot.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace warpstage::session::examples {

using AddressOf = std::function<std::uint64_t(unsigned)>;

inline constexpr std::uint64_t kBuffer = 0x10000;

class RecordedRun {
public:
    void access(ptx::StateSpace space, simt::AccessKind kind, const AddressOf& address_of)
    {
        simt::Access access;
        access.space = space;
        access.kind = kind;
        access.bytes = 4;
        access.lanes = ~LaneMask { 0 };
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            access.addresses.at(lane) = address_of(lane);
        m_recording.trace.accesses.push_back(access);
        trace::StepRecord step;
        step.active = step.executed = access.lanes;
        step.event = trace::Event::access;
        step.access = static_cast<std::uint32_t>(m_recording.trace.accesses.size());
        m_recording.trace.steps.push_back(step);
    }

    // A snapshot for each step of the same recording.
    std::vector<Snapshot> snapshots()
    {
        m_recording.trace.warps = 1;
        m_recording.trace.gapless = m_recording.trace.steps_seen = m_recording.trace.steps.size();
        m_recording.buffers = { { "in", kBuffer, 8192 } };
        const auto recording = std::make_shared<const Recording>(std::move(m_recording));
        auto cells = std::make_shared<ArrayFrame>();
        cells->values.resize(1056);
        cells->known.resize(1056, true);
        std::vector<Snapshot> all;
        for (std::size_t step = 0; step < recording->trace.steps.size(); ++step) {
            Snapshot& snapshot = all.emplace_back();
            snapshot.run.edit().recording = recording;
            snapshot.scene.edit().array = cells;
            snapshot.playback.edit().run.view.steps = recording->trace.steps.size();
            snapshot.playback.edit().run.view.step = step;
        }
        return all;
    }

private:
    Recording m_recording;
};

inline std::vector<Snapshot> strided()
{
    RecordedRun run;
    run.access(ptx::StateSpace::global, simt::AccessKind::load, [](unsigned lane) { return kBuffer + 8 * lane; });
    run.access(ptx::StateSpace::global, simt::AccessKind::load, [](unsigned lane) { return kBuffer + 4 * lane; });
    return run.snapshots();
}

} // namespace warpstage::session::examples
