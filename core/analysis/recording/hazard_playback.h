// Conflicting accesses: the two accesses of a race in the recorded run and the missing synchronization between them; for a
// repaired kernel, the synchronization that orders the same two accesses.
#pragma once

#include "core/analysis/recording/recording.h"
#include "core/base/dim3.h"
#include "core/base/lane_mask.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpstage::analysis {

struct HazardParty {
    Dim3 block { 0, 0, 0 };
    Dim3 thread { 0, 0, 0 };
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    std::uint32_t line = 0; // 0: not known
    std::string code; // of that line
    simt::AccessKind kind = simt::AccessKind::load;
};

struct HazardPlayback {
    enum class Kind : std::uint8_t { race, divided_barrier };
    Kind kind = Kind::race;
    bool ordered = false; // the accesses are ordered
    std::string between; // the synchronization, "__syncthreads(), line 12", or what is missing
    std::string status; // "race", "ordered": for the heading

    // For a race: `second` came later. In a repaired kernel `first` may not exist.
    std::optional<HazardParty> first;
    std::optional<HazardParty> second;
    std::string place; // "words in shared memory"
    std::uint64_t word = 0; // index of the 4-byte word

    // For a barrier that only a part of a warp reaches.
    std::uint32_t warp = 0;
    std::uint32_t warp_width = 32;
    LaneMask arrived = 0;
    std::uint32_t line = 0;
    std::string code;
};

// Whether the recorded run ended with a race or with a barrier that only a part of a warp reached.
[[nodiscard]] bool has_hazard(const Recording& recording);
// Nothing if the recorded run ended without a fault or with another kind of fault.
[[nodiscard]] std::optional<HazardPlayback> hazard_of(const Recording& recording);
// The same pair of accesses in the run of the repaired kernel. Nothing if that run has a fault or the thread makes no
// corresponding access.
[[nodiscard]] std::optional<HazardPlayback> repair_of(const Recording& repaired, const Recording& fault);

} // namespace warpstage::analysis
