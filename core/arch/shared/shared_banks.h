// How shared memory serves one warp request: phases, wavefronts and bank conflicts. Source: CUDA C Programming Guide 4.2, F.3.3
// (CC 1.x), F.4.3 (2.x), F.5.3 (3.x); CUDA C++ Programming Guide, "Shared Memory" (5.0 and later); there 64-bit and 128-bit
// accesses, ldmatrix, stmatrix and cp.async are not documented but measured, on an H200 (tests/fixtures/h200).
#pragma once

#include "core/arch/traits.h"
#include "core/base/lane_mask.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::arch {

enum class SharedOperation : std::uint8_t {
    load,
    store, // also stmatrix, whose 8 rows of a matrix are a phase like those of a quarter-warp
    load_matrix, // ldmatrix: as a load of 16 bytes, but neighboring phases never merge
    async_copy, // cp.async: as a store, but lanes that write the same word do not share the access
};

[[nodiscard]] constexpr bool is_load(SharedOperation operation)
{
    return operation == SharedOperation::load || operation == SharedOperation::load_matrix;
}

struct SharedRequest {
    SharedOperation operation = SharedOperation::load;
    std::uint32_t bytes = 4; // of one lane: 1, 2, 4, 8 or 16
    LaneMask lanes = 0;
    std::span<const std::uint64_t, kMaxLanes> addresses; // byte offsets; undefined outside `lanes`
};

// One accessed word of a bank, as served in one wavefront. A bank serves one word per wavefront, but CC 3.x with 4-byte banks
// serves words i and i + 32 of an aligned segment of 64 words together: two BankWords with the same bank and wavefront. On CC 1.x
// a word other than the broadcast word is served to one lane per wavefront; further lanes get it in later wavefronts.
struct BankWord {
    std::uint32_t bank = 0;
    std::uint64_t word = 0; // index of the bank word: address / bank_bytes
    LaneMask lanes = 0; // lanes that access it in this wavefront; several by multicast
    std::uint32_t wavefront = 0; // index of its wavefront within the phase

    bool operator==(const BankWord&) const = default;
};

struct BankPhase {
    LaneMask lanes = 0;
    std::uint32_t wavefronts = 0; // the largest number of distinct words in one bank; CC 1.x: steps
    std::vector<BankWord> words; // sorted by bank, then wavefront, then word
    std::uint32_t part = 0; // CC 1.x: index of the 32-bit part of a wider access; otherwise accesses are not split

    bool operator==(const BankPhase&) const = default;
};

struct SharedService {
    std::uint32_t wavefronts = 0; // sum over the phases
    std::uint32_t ideal = 0; // phases with active lanes
    std::vector<BankPhase> phases;

    [[nodiscard]] std::uint32_t excess() const { return wavefronts - ideal; }

    bool operator==(const SharedService&) const = default;
};

// With all details, for figures.
[[nodiscard]] SharedService serve_shared(const Traits& traits, const SharedRequest& request);

struct SharedCount {
    std::uint32_t wavefronts = 0;
    std::uint32_t ideal = 0;
};

// Only the counts; allocates nothing.
[[nodiscard]] SharedCount count_shared(const Traits& traits, const SharedRequest& request);

struct WorstBank {
    std::uint32_t words = 0; // the largest number of distinct words in one bank in one phase
    std::uint32_t bank = 0; // the first bank with that number
    std::uint32_t banks = 0; // number of banks of that phase with that number
    std::size_t phase = 0;
};
[[nodiscard]] WorstBank worst_bank(const SharedService& service);

} // namespace warpstage::arch
