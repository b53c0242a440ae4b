// Access rules and multiprocessor limits of each compute capability, as data.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warpstage::arch {

constexpr std::uint32_t kKibi = 1024; // bytes in one KiB

struct ComputeCapability {
    std::uint32_t major = 9;
    std::uint32_t minor = 0;

    bool operator==(const ComputeCapability&) const = default;
};

// How shared memory serves a request; see shared_banks.h.
enum class SharedRule : std::uint8_t {
    broadcast_word, // CC 1.x: half-warps; one word per step is broadcast to all lanes that request it, other words are served to
                    // one lane
    half_warps, // CC 2.x: whole warps, wide accesses by half-warps; every word is multicast to all lanes that request it
    wide_banks, // CC 3.x: banks of 64 bits
    merging_phases, // CC 5.0 and later: wide accesses in phases, which may merge
};

// How global memory serves a request; see coalescing.h.
enum class GlobalRule : std::uint8_t {
    words_in_order, // CC 1.0, 1.1: half-warps whose lane k accesses word k of an aligned segment, else one transaction per lane
    segments, // CC 1.2, 1.3: half-warps, segments that shrink to the used part
    parts_of_warp, // CC 2.x, 3.x: wide accesses are two or four requests
    sectors, // CC 5.0 and later: the distinct sectors of the whole warp
};

enum class RegisterAllocation : std::uint8_t { block, warp };

// Limits of one multiprocessor (SM), for occupancy.
struct Limits {
    std::uint32_t threads_per_block = 1024;
    std::uint32_t warps = 64; // resident on one SM
    std::uint32_t blocks = 32;
    std::uint32_t registers = 65536; // 32 bits each
    std::uint32_t registers_per_block = 65536;
    std::uint32_t registers_per_thread = 255;
    std::uint32_t register_unit = 256; // allocations of a block (CC 1.x) or a warp are rounded up to a multiple of it
    RegisterAllocation register_allocation = RegisterAllocation::warp;
    // CC 1.x: the warps of a block are rounded up to a multiple of it. Later: number of equal parts of the register file; a
    // warp's registers are in one of them.
    std::uint32_t register_parts = 4;
    std::uint32_t register_check_warps = 4; // for the limit per block its warps are rounded up to a multiple of it
    std::uint32_t shared_bytes = 0; // per SM, in the configuration with the most shared memory
    std::uint32_t shared_bytes_per_block = 48 * 1024; // maximum per block
    std::uint32_t shared_unit = 256; // allocations are rounded up to a multiple of it
    std::uint32_t shared_reserved = 0; // additional bytes that the system reserves per block

    static constexpr std::uint32_t kWarpSize = 32;
    [[nodiscard]] constexpr std::uint32_t threads() const { return warps * kWarpSize; }
};

struct Traits {
    ComputeCapability capability;
    std::string_view name; // "CC 9.0", "CC 3.5, 8-byte banks"
    std::string_view option {}; // option after the colon: "4byte", "8byte", "l1", "l2"; empty if the capability has no options
    bool usual = true; // whether it is the default option of the capability
    SharedRule shared_rule = SharedRule::merging_phases;
    GlobalRule global_rule = GlobalRule::sectors;
    std::uint32_t shared_banks = 32;
    std::uint32_t bank_bytes = 4; // CC 3.x: depends on the mode, although the banks are 8 bytes wide in both
    std::uint32_t sector_bytes = 32; // granularity of a global transaction
    std::uint32_t load_bytes =
        32; // transaction size of global loads on CC 2.x and 3.x: 128 if cached in L1, 32 if cached in L2 only
    std::uint32_t memory_partitions = 0; // CC 1.x: interleaved in units of 256 bytes; 0: addresses are hashed
    bool rules_assumed = false; // neither measured nor documented: shown as "assumed"
    Limits limits;

    // Lanes per phase of a shared request that has several phases: 16 before CC 5.0; 0: depends on the access width.
    [[nodiscard]] constexpr std::uint32_t shared_lanes_together() const
    {
        return shared_rule == SharedRule::merging_phases ? 0 : 16;
    }
    // In the format of `parse_architecture`: "9.0", "3.5:8byte".
    [[nodiscard]] std::string id() const;
};

// Supported capabilities, oldest first, 1.0 to 12.1; one with options has an element per option, the default first.
[[nodiscard]] std::span<const Traits> all_traits();
// The traits of a capability with its default option, or of the nearest older supported one.
[[nodiscard]] const Traits& traits_of(ComputeCapability capability);

} // namespace warpstage::arch
