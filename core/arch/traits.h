// What a compute capability does with addresses and masks, and how much of everything one of its multiprocessors has: as data.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warpstage::arch {

struct ComputeCapability {
    std::uint32_t major = 9;
    std::uint32_t minor = 0;

    bool operator==(const ComputeCapability&) const = default;
};

// How shared memory serves a request; see shared_banks.h.
enum class SharedRule : std::uint8_t {
    broadcast_word, // CC 1.x: half-warps, one word a step goes to everybody who wants it, any other to one lane
    half_warps, // CC 2.x: the warp, wide accesses by half-warps; every word goes to everybody who wants it
    wide_banks, // CC 3.x: banks of 64 bits
    merging_phases, // CC 5.0 and later: wide accesses in phases, which may merge
};

// How global memory serves a request; see coalescing.h.
enum class GlobalRule : std::uint8_t {
    words_in_order, // CC 1.0, 1.1: half-warps whose lane k takes word k of an aligned segment, or every lane by itself
    segments, // CC 1.2, 1.3: half-warps, segments that shrink to what is used
    parts_of_warp, // CC 2.x, 3.x: wide accesses are two or four requests
    sectors, // CC 5.0 and later: the distinct sectors of the whole warp
};

enum class RegisterAllocation : std::uint8_t { block, warp };

// What one multiprocessor (SM) holds, for occupancy.
struct Limits {
    std::uint32_t threads_per_block = 1024;
    std::uint32_t warps = 64; // resident on one SM
    std::uint32_t blocks = 32;
    std::uint32_t registers = 65536; // 32 bits each
    std::uint32_t registers_per_block = 65536;
    std::uint32_t registers_per_thread = 255;
    std::uint32_t register_unit = 256; // what a block (CC 1.x) or a warp gets is rounded up to a multiple of it
    RegisterAllocation register_allocation = RegisterAllocation::warp;
    // CC 1.x: the warps of a block are rounded up to a multiple of it. Later: the register file has so many equal parts, and a
    // warp's registers lie in one of them.
    std::uint32_t register_parts = 4;
    std::uint32_t register_check_warps = 4; // for the limit of a block its warps count as a multiple of it
    std::uint32_t shared_bytes = 0; // of one SM, in the setting that gives shared memory the most
    std::uint32_t shared_bytes_per_block = 48 * 1024; // the most that a kernel may ask for
    std::uint32_t shared_unit = 256; // a block's shared memory is rounded up to a multiple of it
    std::uint32_t shared_reserved = 0; // bytes that the system takes for every block on top

    static constexpr std::uint32_t kWarpSize = 32;
    [[nodiscard]] constexpr std::uint32_t threads() const { return warps * kWarpSize; }
};

struct Traits {
    ComputeCapability capability;
    std::string_view name; // "CC 9.0", "CC 3.5, 8-byte banks"
    std::string_view
        option {}; // what can be chosen, as it is typed: "4byte", "8byte", "l1", "l2"; empty where there is no choice
    bool usual = true; // the setting that a capability has unless somebody asks for another
    SharedRule shared_rule = SharedRule::merging_phases;
    GlobalRule global_rule = GlobalRule::sectors;
    std::uint32_t shared_banks = 32;
    std::uint32_t bank_bytes = 4; // CC 3.x: of the mode, the banks are 8 bytes wide in both
    std::uint32_t sector_bytes = 32; // granularity of a global transaction
    std::uint32_t load_bytes = 32; // of the transactions of global loads on CC 2.x and 3.x: 128 through L1, 32 through L2 alone
    std::uint32_t memory_partitions = 0; // CC 1.x: of 256 bytes, one after the other; 0: addresses are spread by a hash
    bool rules_assumed = false; // not measured by us nor documented: shown as "assumed"
    Limits limits;

    // Lanes of a shared request that are served together: half-warps before CC 5.0; 0: the width of the access decides.
    [[nodiscard]] constexpr std::uint32_t shared_lanes_together() const
    {
        return shared_rule == SharedRule::merging_phases ? 0 : 16;
    }
    // As `parse_architecture` takes it: "9.0", "3.5:8byte".
    [[nodiscard]] std::string id() const;
};

// Known capabilities, oldest first, 1.0 to 12.1; one with a choice stands there once for each setting, the usual one first.
[[nodiscard]] std::span<const Traits> all_traits();
// The traits of a capability in its usual setting, or of the nearest older one that is known.
[[nodiscard]] const Traits& traits_of(ComputeCapability capability);

} // namespace warpstage::arch
