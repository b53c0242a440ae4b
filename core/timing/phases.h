// mbarrier objects in the SM model: what the warps of a recorded block have contributed to each phase, and when a phase is
// complete.
#pragma once

#include "core/simt/observer.h"
#include "core/timing/block_stream.h"
#include "core/timing/sm_run.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace warpstage::timing {

// Adds the operations of a block on its own objects to a stream. A warp that polls an object is recorded as one that waits once.
class PhaseCollector {
public:
    // `phase`: of the last step of the warp in the stream.
    void add(BlockStream& stream, std::uint32_t warp, const simt::PhaseStep& phase);

private:
    struct Poll {
        std::uint32_t pc = 0;
        std::size_t begin = 0; // the first test that failed, in the steps of the warp
    };

    [[nodiscard]] std::uint32_t object_of(BlockStream& stream, std::uint64_t offset);
    void join_polls(BlockStream& stream, std::uint32_t warp, bool passes);

    std::map<std::uint64_t, std::uint32_t> m_objects; // by offset in shared memory
    std::optional<std::uint32_t> m_rank; // of the block in its cluster
    std::map<std::uint32_t, Poll> m_polls; // by warp
};

// Of a block that runs in the model.
class PhaseClock {
public:
    void start(const BlockStream& stream);
    // Something that the phase counts is there at this time. True: the phase is complete.
    bool contribute(std::uint32_t object, std::int64_t phase, double time);
    // When the phase is complete; nothing: it is not.
    [[nodiscard]] std::optional<double> completion(std::uint32_t object, std::int64_t phase) const;
    // All that are complete.
    [[nodiscard]] std::vector<PhaseEnd> ends(const BlockStream& stream) const;

private:
    struct Phase {
        std::uint32_t missing = 0;
        double time = 0.0; // of the last contribution
    };
    std::vector<std::vector<Phase>> m_phases; // [object][phase]
};

} // namespace warpstage::timing
