// Observes any number of blocks of one launch and counts without recording steps: the source of sums over a whole grid.
#pragma once

#include "core/simt/observer.h"
#include "core/simt/summing_observer.h"
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

class TotalsRecorder final : public simt::SummingObserver {
public:
    // Called for an access whose pattern exceeds the limit, or of an instruction whose patterns rarely repeat; without its
    // values. Totals also count it as dropped.
    using Overflow = std::function<void(std::uint32_t pc, const simt::Access& access)>;

    TotalsRecorder(std::uint32_t instruction_count, std::uint32_t warp_width, std::uint32_t warps, PatternLimits limits = {},
        Overflow overflow = {});

    void on_access(const simt::Step& step, const simt::Access& access) override;
    bool on_addresses(const simt::Step& step, const simt::AddressRow& row) override;
    void on_barrier(std::uint64_t block) override;

    // The totals; the recorder is empty after the call. Totals::block is the most recent block.
    [[nodiscard]] Totals take();

private:
    [[nodiscard]] bool count_row(std::uint32_t pc, const simt::AddressRow& row);

    Totals m_totals;
    PatternTable m_patterns;
    KnownRows m_known;
    Overflow m_overflow;
    simt::Access m_access; // of count_row()
};

} // namespace warpstage::trace
