// Observes any number of blocks of one launch and counts without recording steps: the source of sums over a whole grid.
#pragma once

#include "core/simt/observer.h"
#include "core/trace/known_rows.h"
#include "core/trace/pattern_table.h"
#include "core/trace/totals.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace warpstage::trace {

struct PatternLimits {
    std::size_t per_instruction = 4096;
    std::size_t all = 49152; // over all instructions; half a kilobyte each
};

class TotalsRecorder final : public simt::Observer {
public:
    // Called for an access whose pattern exceeds the limit. Totals also count it as dropped.
    using Overflow = std::function<void(std::uint32_t pc, const simt::Access& access)>;

    TotalsRecorder(std::uint32_t instruction_count, std::uint32_t warp_width, std::uint32_t warps, PatternLimits limits = {},
        Overflow overflow = {});

    void on_step(const simt::Step& step) override;
    void on_access(const simt::Step& step, const simt::Access& access) override;
    bool on_addresses(const simt::Step& step, const simt::AddressRow& row) override;
    void on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken) override;
    void on_barrier(std::uint64_t block) override;
    void on_warp_barrier(const simt::Step& step, LaneMask members) override;
    void on_exit(const simt::Step& step) override;

    // The totals; the recorder is empty after the call. Totals::block is the most recent block.
    [[nodiscard]] Totals take();

private:
    Totals m_totals;
    PatternTable m_patterns;
    KnownRows m_known;
    Overflow m_overflow;
};

} // namespace warpstage::trace
