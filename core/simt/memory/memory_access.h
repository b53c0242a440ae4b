// The slow path of memory requests: it finds buffers, reports accesses to observers and explains faults.
#pragma once

#include "core/simt/observer.h"
#include "core/simt/operation.h"
#include "core/simt/program_body.h"
#include "core/simt/trap.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace warpstage::simt {

// The addresses of one memory operation, read before execution, because a load may overwrite its address register.
class MemoryRequest {
public:
    // `lanes`: a subset of the active ones.
    MemoryRequest(const WarpState& state, const Operation& operation, const MemoryForm& form, LaneMask lanes);
    // For addresses that are already known: it can only find faults.
    MemoryRequest(const MemoryForm& form, LaneMask lanes, const std::array<std::uint64_t, kMaxLanes>& addresses);

    // The accesses of the lanes in one space, read from the registers after the operation; lanes is 0 if there are none. A
    // generic request may access several spaces.
    [[nodiscard]] Access access(const WarpState& state, ptx::StateSpace space) const;
    // The accesses to the shared memory of another block of the cluster, the one with this rank.
    [[nodiscard]] Access access_in_cluster(const WarpState& state, std::uint32_t rank) const;

    struct Fault {
        TrapKind kind = TrapKind::out_of_bounds;
        unsigned lane = 0;
        std::uint64_t address = 0;
        std::string
            what; // "Invalid __global__ read of size 4 bytes at address 0x…: 8 bytes past the end of buffer `x` (4096 bytes)"
    };
    // The first lane with an invalid access, which must exist.
    [[nodiscard]] Fault fault(const WarpState& state) const;
    // The same; empty if every access is valid.
    [[nodiscard]] std::optional<Fault> find_fault(const WarpState& state) const;
    // Only of this kind: misaligned or out_of_bounds.
    [[nodiscard]] std::optional<Fault> find_fault(const WarpState& state, TrapKind kind) const;

private:
    [[nodiscard]] Access access_in(const WarpState& state, ptx::StateSpace space, const std::byte* shared) const;
    [[nodiscard]] bool is_plain(const WarpState& state, ptx::StateSpace space, const std::byte* shared) const;
    void read_plain_values(const WarpState& state, Access& access) const;
    [[nodiscard]] ptx::StateSpace space_of(unsigned lane) const;
    [[nodiscard]] std::uint64_t window_used(ptx::StateSpace space) const;
    template <typename Reason> [[nodiscard]] std::optional<Fault> first_fault(TrapKind kind, const Reason& reason_of) const;
    [[nodiscard]] std::optional<Fault> find_foreign_address() const;
    [[nodiscard]] std::string fault_of(const WarpState& state, unsigned lane, TrapKind kind) const;
    [[nodiscard]] std::string shared_fault(const WarpState& state, std::uint64_t offset) const;
    [[nodiscard]] std::string window_fault(const WarpState& state, ptx::StateSpace space, std::uint64_t offset) const;
    [[nodiscard]] std::string global_fault(const WarpState& state, std::uint64_t address) const;

    const Operation* m_operation = nullptr;
    const MemoryForm* m_form;
    LaneMask m_lanes;
    std::array<std::uint64_t, kMaxLanes> m_addresses {};
};

} // namespace warpstage::simt
