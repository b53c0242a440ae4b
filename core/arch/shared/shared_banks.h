// How shared memory serves one warp request: phases, passes (wavefronts) and who meets whom in a bank.
// Source: CUDA C Programming Guide 4.2, F.3.3 (CC 1.x), F.4.3 (2.x), F.5.3 (3.x); CUDA C++ Programming Guide, "Shared Memory"
// (5.0 and later); there 64-bit and 128-bit accesses are not documented but measured, on an H200 (tests/fixtures/h200).
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

// One word of a bank that the request touches, as it is served in one pass.
// A bank serves one word a pass; but CC 3.x with 4-byte banks serves words i and i + 32 of an aligned segment of 64 words
// together, they are two BankWords of one bank and pass. On CC 1.x a word that is not the broadcast one goes to one lane a pass;
// where more want it, it comes again in a later pass.
struct BankWord {
    std::uint32_t bank = 0;
    std::uint64_t word = 0; // index of the bank word: address / bank_bytes
    LaneMask lanes = 0; // who gets it in this pass; several share it by multicast
    std::uint32_t pass = 0; // in which pass of its phase it is served, 0-based

    bool operator==(const BankWord&) const = default;
};

struct BankPhase {
    LaneMask lanes = 0;
    std::uint32_t passes = 0; // the largest number of distinct words in one bank; CC 1.x: steps
    std::vector<BankWord> words; // sorted by bank, then pass, then word
    std::uint32_t part = 0; // CC 1.x: which 32-bit part of a wider access; elsewhere accesses are not taken apart

    bool operator==(const BankPhase&) const = default;
};

struct SharedService {
    std::uint32_t wavefronts = 0; // sum of passes
    std::uint32_t ideal = 0; // phases that have active lanes
    std::vector<BankPhase> phases;

    [[nodiscard]] std::uint32_t excess() const { return wavefronts - ideal; }

    bool operator==(const SharedService&) const = default;
};

// With all detail, for a picture.
[[nodiscard]] SharedService serve_shared(const Traits& traits, const SharedRequest& request);

struct SharedCount {
    std::uint32_t wavefronts = 0;
    std::uint32_t ideal = 0;
};

// The numbers alone, for counting; allocates nothing.
[[nodiscard]] SharedCount count_shared(const Traits& traits, const SharedRequest& request);

struct WorstBank {
    std::uint32_t words = 0; // the largest number of distinct words in one bank in one phase
    std::uint32_t bank = 0; // the first bank that has so many
    std::uint32_t banks = 0; // how many banks of that phase have so many
    std::size_t phase = 0;
};
[[nodiscard]] WorstBank worst_bank(const SharedService& service);

} // namespace warpstage::arch
