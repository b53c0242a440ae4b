#include "core/arch/traits.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace warpstage::arch {

namespace {

// Banks: CUDA C++ Programming Guide, "Compute Capabilities", the "Shared Memory" paragraph of each: 32 banks, successive 32-bit
// words in successive banks, since 5.0. Sectors: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory": 32-byte
// transactions. 8.0 and 9.0 were also measured (tests/fixtures/h200); for 10.0 and 12.0 the same rules are taken over without a
// measurement.
constexpr std::array kTraits {
    Traits { .capability = { 5, 0 }, .name = "CC 5.0" },
    Traits { .capability = { 5, 2 }, .name = "CC 5.2" },
    Traits { .capability = { 6, 0 }, .name = "CC 6.0" },
    Traits { .capability = { 6, 1 }, .name = "CC 6.1" },
    Traits { .capability = { 7, 0 }, .name = "CC 7.0" },
    Traits { .capability = { 7, 5 }, .name = "CC 7.5" },
    Traits { .capability = { 8, 0 }, .name = "CC 8.0" },
    Traits { .capability = { 8, 6 }, .name = "CC 8.6" },
    Traits { .capability = { 8, 9 }, .name = "CC 8.9" },
    Traits { .capability = { 9, 0 }, .name = "CC 9.0" },
    Traits { .capability = { 10, 0 }, .name = "CC 10.0", .rules_assumed = true },
    Traits { .capability = { 12, 0 }, .name = "CC 12.0", .rules_assumed = true },
};

constexpr bool newer(ComputeCapability a, ComputeCapability b)
{
    return std::tie(a.major, a.minor) > std::tie(b.major, b.minor);
}

} // namespace

std::span<const Traits> all_traits()
{
    return kTraits;
}

const Traits& traits_of(ComputeCapability capability)
{
    const auto* const after =
        std::find_if(kTraits.begin(), kTraits.end(), [&](const Traits& traits) { return newer(traits.capability, capability); });
    return after == kTraits.begin() ? kTraits.front() : *std::prev(after);
}

} // namespace warpstage::arch
