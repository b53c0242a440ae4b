// Every distinct memory request and its cost on an architecture.
#pragma once

#include "core/arch/traits.h"
#include "core/ptx/listing.h"
#include "core/trace/totals.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::analysis {

struct AccessReport {
    std::uint32_t pc = 0;
    ptx::SourceLocation location;
    std::string inlined_from; // "helper.h:4": where the instruction is, inlined at location.line; empty: not inlined
    std::string instruction; // "ld.shared.u32 %r1, [%r2]"
    ptx::StateSpace space = ptx::StateSpace::shared; // shared, global, constant or local
    simt::AccessKind kind = simt::AccessKind::load;
    std::uint32_t bytes = 0; // of one lane
    LaneMask lanes = 0;
    std::array<std::uint64_t, kMaxLanes> offsets {}; // offsets of the lanes' addresses from the lowest one
    std::uint64_t count = 0; // number of times it was made
    std::uint32_t cost = 0; // of one request, in unit()
    std::uint32_t ideal = 0;

    [[nodiscard]] std::string_view unit() const; // unit of `cost`: "wavefronts", "sectors", "accesses"
};

// In program order, then in order of first occurrence. Requests of one instruction are merged if they have the same lanes, the
// same address offsets and the same cost: for example those of all warps, each to its own part of an array. `files`:
// Module::files.
[[nodiscard]] std::vector<AccessReport> report_accesses(const ptx::Listing& listing, const trace::Totals& totals,
    const arch::Traits& traits, const std::vector<std::string>& files = {});

// "helper.h:4": the innermost place of code that is inlined at listing.line_of(pc). Empty: not inlined. `files`: Module::files.
[[nodiscard]] std::string inlined_from(const ptx::Listing& listing, std::uint32_t pc, const std::vector<std::string>& files);

[[nodiscard]] std::string_view space_text(const AccessReport& access); // "shared", "global", "const", "local"
[[nodiscard]] std::string_view kind_text(const AccessReport& access); // "load", "store", "atomic"
// The stride between neighboring lanes in bytes: "4"; "0" for one address; "mixed" if it varies; "-" for a single lane.
[[nodiscard]] std::string stride_text(const AccessReport& access);

} // namespace warpstage::analysis
