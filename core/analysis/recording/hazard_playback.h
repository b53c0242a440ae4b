// Who met whom: the two accesses of a race as the recorded run holds them, and what should have stood between them; and for a
// repaired kernel what does stand between the same two.
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
    bool ordered = false; // the kernel is right
    std::string between; // "__syncthreads(), line 12", or what is missing
    std::string status; // "race", "ordered": for the head

    // Of a race: `second` came later. A repaired kernel may have nobody who comes first.
    std::optional<HazardParty> first;
    std::optional<HazardParty> second;
    std::string place; // "words in shared memory"
    std::uint64_t word = 0; // index of the 4-byte word

    // Of a barrier that a part of a warp reaches.
    std::uint32_t warp = 0;
    std::uint32_t warp_width = 32;
    LaneMask arrived = 0;
    std::uint32_t line = 0;
    std::string code;
};

// The recorded run ended with a race or with a barrier that a part of a warp reaches.
[[nodiscard]] bool has_hazard(const Recording& recording);
// Nothing where the recorded run ended well, or with a fault of another kind.
[[nodiscard]] std::optional<HazardPlayback> hazard_of(const Recording& recording);
// The same meeting in another kernel's run. Nothing where that has a fault of its own, or where the thread does nothing alike.
[[nodiscard]] std::optional<HazardPlayback> repair_of(const Recording& repaired, const Recording& fault);

} // namespace warpstage::analysis
