// How shared memory serves one warp request: phases, passes (wavefronts) and who meets whom in a bank.
// Source: CUDA C++ Programming Guide, "Shared Memory"; 64-bit and 128-bit accesses measured on an H200 (tests/fixtures/h200).
#pragma once

#include "core/arch/traits.h"
#include "core/base/lane_mask.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::arch {

enum class SharedOperation : std::uint8_t { load, store };

struct SharedRequest {
    SharedOperation operation = SharedOperation::load;
    std::uint32_t bytes = 4; // of one lane: 1, 2, 4, 8 or 16
    LaneMask lanes = 0;
    std::span<const std::uint64_t, kMaxLanes> addresses; // byte offsets; meaningless outside `lanes`
};

// One 32-bit word that the request touches.
struct BankWord {
    std::uint32_t bank = 0;
    std::uint64_t word = 0; // index of the bank word: address / bank_bytes
    LaneMask lanes = 0; // who wants it; several share it by multicast
    std::uint32_t pass = 0; // in which pass of its phase it is served, 0-based
};

struct BankPhase {
    LaneMask lanes = 0;
    std::uint32_t passes = 0; // the largest number of distinct words in one bank
    std::vector<BankWord> words; // sorted by bank, then pass
};

struct SharedService {
    std::uint32_t wavefronts = 0; // sum of passes
    std::uint32_t ideal = 0; // phases that have active lanes
    std::vector<BankPhase> phases;

    [[nodiscard]] std::uint32_t excess() const { return wavefronts - ideal; }
};

// With all detail, for a picture.
[[nodiscard]] SharedService serve_shared(const Traits& traits, const SharedRequest& request);

struct SharedCount {
    std::uint32_t wavefronts = 0;
    std::uint32_t ideal = 0;
};

// The numbers alone, for counting; allocates nothing.
[[nodiscard]] SharedCount count_shared(const Traits& traits, const SharedRequest& request);

} // namespace warpstage::arch
