// What a compute capability does with addresses and masks, as data.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace warpstage::arch {

struct ComputeCapability {
    std::uint32_t major = 9;
    std::uint32_t minor = 0;

    bool operator==(const ComputeCapability&) const = default;
};

struct Traits {
    ComputeCapability capability;
    std::string_view name; // "CC 9.0"
    std::uint32_t shared_banks = 32;
    std::uint32_t bank_bytes = 4;
    std::uint32_t sector_bytes = 32; // granularity of a global transaction
    bool rules_assumed = false; // not measured by us nor documented: shown as "assumed"
};

// Known capabilities, oldest first: 5.0 and later today.
[[nodiscard]] std::span<const Traits> all_traits();
// The traits of a capability, or of the nearest older one that is known.
[[nodiscard]] const Traits& traits_of(ComputeCapability capability);

} // namespace warpstage::arch
