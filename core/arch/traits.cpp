#include "core/arch/traits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace warpstage::arch {

namespace {

// Limits. CC 1.x and 2.x: CUDA C Programming Guide 4.2, table F-2, and CUDA Occupancy Calculator (units, 124 registers per
// thread). CC 3.0 to 7.x: CUDA C++ Programming Guide 8 to 11, "Features and Technical Specifications"; units: cuda_occupancy.h of
// the CUDA Toolkit. CC 7.5 to 12.x: CUDA C++ Programming Guide 13, "Technical Specifications per Compute Capability", and
// cuda_occupancy.h.
constexpr Limits first_limits(std::uint32_t warps, std::uint32_t registers, std::uint32_t register_unit)
{
    return { .threads_per_block = 512,
        .warps = warps,
        .blocks = 8,
        .registers = registers,
        .registers_per_block = registers,
        .registers_per_thread = 124,
        .register_unit = register_unit,
        .register_allocation = RegisterAllocation::block,
        .register_parts = 2,
        .register_check_warps = 2,
        .shared_bytes = 16 * kKibi,
        .shared_bytes_per_block = 16 * kKibi,
        .shared_unit = 512 };
}

constexpr Limits kFermi { .warps = 48,
    .blocks = 8,
    .registers = 32768,
    .registers_per_block = 32768,
    .registers_per_thread = 63,
    .register_unit = 64,
    .register_parts = 2,
    .register_check_warps = 2,
    .shared_bytes = 48 * kKibi,
    .shared_unit = 128 };

constexpr Limits kepler_limits(std::uint32_t registers_per_thread, std::uint32_t registers_per_block)
{
    return { .blocks = 16,
        .registers_per_block = registers_per_block,
        .registers_per_thread = registers_per_thread,
        .shared_bytes = 48 * kKibi };
}

constexpr Limits gk210_limits()
{
    Limits limits = kepler_limits(255, 65536);
    limits.registers = 131072;
    limits.shared_bytes = 112 * kKibi;
    return limits;
}

constexpr Limits maxwell_limits(std::uint32_t shared_kibi, std::uint32_t registers_per_block = 65536)
{
    return { .registers_per_block = registers_per_block, .shared_bytes = shared_kibi * kKibi };
}

// Two parts, but the limit per block is checked as for the four parts of GP10x, so that a kernel runs on the whole family.
constexpr Limits gp100_limits()
{
    Limits limits = maxwell_limits(64);
    limits.register_parts = 2;
    return limits;
}

constexpr Limits volta_limits(std::uint32_t warps, std::uint32_t blocks, std::uint32_t shared_kibi)
{
    return {
        .warps = warps, .blocks = blocks, .shared_bytes = shared_kibi * kKibi, .shared_bytes_per_block = shared_kibi * kKibi
    };
}

// Since CC 8.0 the system reserves 1 KiB of shared memory per block.
constexpr Limits ampere_limits(std::uint32_t warps, std::uint32_t blocks, std::uint32_t shared_kibi)
{
    return { .warps = warps,
        .blocks = blocks,
        .shared_bytes = shared_kibi * kKibi,
        .shared_bytes_per_block = (shared_kibi - 1) * kKibi,
        .shared_unit = 128,
        .shared_reserved = kKibi };
}

// Rules. CC 1.x: CUDA C Programming Guide 4.2, F.3; partitions: Ruetsch and Micikevicius, "Optimizing Matrix Transpose in CUDA":
// six on 8- and 9-series GPUs, eight on the 200 series.
constexpr Traits first(ComputeCapability capability, std::string_view name, const Limits& limits)
{
    const bool strict = capability.minor < 2;
    return { .capability = capability,
        .name = name,
        .shared_rule = SharedRule::broadcast_word,
        .global_rule = strict ? GlobalRule::words_in_order : GlobalRule::segments,
        .shared_banks = 16,
        .memory_partitions = strict ? 6U : 8U,
        .limits = limits };
}

// CUDA C Programming Guide 4.2, F.4.
constexpr Traits fermi_through_l1(ComputeCapability capability, std::string_view name)
{
    return { .capability = capability,
        .name = name,
        .option = "l1",
        .shared_rule = SharedRule::half_warps,
        .global_rule = GlobalRule::parts_of_warp,
        .load_bytes = 128,
        .limits = kFermi };
}

constexpr Traits fermi_without_l1(ComputeCapability capability, std::string_view name)
{
    Traits traits = fermi_through_l1(capability, name);
    traits.option = "l2";
    traits.usual = false;
    traits.load_bytes = 32;
    return traits;
}

// CUDA C Programming Guide 4.2, F.5: global loads are cached in L2 only.
constexpr Traits kepler_4_byte(ComputeCapability capability, std::string_view name, const Limits& limits)
{
    return { .capability = capability,
        .name = name,
        .option = "4byte",
        .shared_rule = SharedRule::wide_banks,
        .global_rule = GlobalRule::parts_of_warp,
        .limits = limits };
}

constexpr Traits kepler_8_byte(ComputeCapability capability, std::string_view name, const Limits& limits)
{
    Traits traits = kepler_4_byte(capability, name, limits);
    traits.option = "8byte";
    traits.usual = false;
    traits.bank_bytes = 8;
    return traits;
}

// Banks: CUDA C++ Programming Guide, "Compute Capabilities", the "Shared Memory" paragraph of each: 32 banks, successive 32-bit
// words in successive banks, since 5.0. Sectors: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory": 32-byte
// transactions. 8.0 and 9.0 were also measured (tests/fixtures/h200); for 10.x and 12.x the same rules are assumed without a
// measurement.
constexpr Traits later(ComputeCapability capability, std::string_view name, const Limits& limits)
{
    return { .capability = capability, .name = name, .rules_assumed = capability.major >= 10, .limits = limits };
}

constexpr std::array kTraits {
    first({ 1, 0 }, "CC 1.0", first_limits(24, 8192, 256)),
    first({ 1, 1 }, "CC 1.1", first_limits(24, 8192, 256)),
    first({ 1, 2 }, "CC 1.2", first_limits(32, 16384, 512)),
    first({ 1, 3 }, "CC 1.3", first_limits(32, 16384, 512)),
    fermi_through_l1({ 2, 0 }, "CC 2.0"),
    fermi_without_l1({ 2, 0 }, "CC 2.0, L2 loads"),
    fermi_through_l1({ 2, 1 }, "CC 2.1"),
    fermi_without_l1({ 2, 1 }, "CC 2.1, L2 loads"),
    kepler_4_byte({ 3, 0 }, "CC 3.0", kepler_limits(63, 65536)),
    kepler_8_byte({ 3, 0 }, "CC 3.0, 8-byte banks", kepler_limits(63, 65536)),
    kepler_4_byte({ 3, 2 }, "CC 3.2", kepler_limits(255, 32768)),
    kepler_8_byte({ 3, 2 }, "CC 3.2, 8-byte banks", kepler_limits(255, 32768)),
    kepler_4_byte({ 3, 5 }, "CC 3.5", kepler_limits(255, 65536)),
    kepler_8_byte({ 3, 5 }, "CC 3.5, 8-byte banks", kepler_limits(255, 65536)),
    kepler_4_byte({ 3, 7 }, "CC 3.7", gk210_limits()),
    kepler_8_byte({ 3, 7 }, "CC 3.7, 8-byte banks", gk210_limits()),
    later({ 5, 0 }, "CC 5.0", maxwell_limits(64)),
    later({ 5, 2 }, "CC 5.2", maxwell_limits(96)),
    later({ 5, 3 }, "CC 5.3", maxwell_limits(64, 32768)),
    later({ 6, 0 }, "CC 6.0", gp100_limits()),
    later({ 6, 1 }, "CC 6.1", maxwell_limits(96)),
    later({ 6, 2 }, "CC 6.2", maxwell_limits(64, 32768)),
    later({ 7, 0 }, "CC 7.0", volta_limits(64, 32, 96)),
    later({ 7, 2 }, "CC 7.2", volta_limits(64, 32, 96)),
    later({ 7, 5 }, "CC 7.5", volta_limits(32, 16, 64)),
    later({ 8, 0 }, "CC 8.0", ampere_limits(64, 32, 164)),
    later({ 8, 6 }, "CC 8.6", ampere_limits(48, 16, 100)),
    later({ 8, 7 }, "CC 8.7", ampere_limits(48, 16, 164)),
    later({ 8, 9 }, "CC 8.9", ampere_limits(48, 24, 100)),
    later({ 9, 0 }, "CC 9.0", ampere_limits(64, 32, 228)),
    later({ 10, 0 }, "CC 10.0", ampere_limits(64, 32, 228)),
    later({ 10, 3 }, "CC 10.3", ampere_limits(64, 32, 228)),
    later({ 12, 0 }, "CC 12.0", ampere_limits(48, 24, 100)),
    later({ 12, 1 }, "CC 12.1", ampere_limits(48, 24, 100)),
};

constexpr bool newer(ComputeCapability a, ComputeCapability b)
{
    return std::tie(a.major, a.minor) > std::tie(b.major, b.minor);
}

} // namespace

std::string Traits::id() const
{
    const std::string number = fmt::format("{}.{}", capability.major, capability.minor);
    return usual ? number : fmt::format("{}:{}", number, option);
}

std::span<const Traits> all_traits()
{
    return kTraits;
}

const Traits& traits_of(ComputeCapability capability)
{
    const Traits* found = &kTraits.front();
    for (const Traits& traits : kTraits) {
        if (traits.usual && !newer(traits.capability, capability))
            found = &traits;
    }
    return *found;
}

} // namespace warpstage::arch
