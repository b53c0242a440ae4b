// Listens to any number of blocks of one launch and counts, without remembering steps: what the sums over a whole grid come from.
#pragma once

#include "core/simt/observer.h"
#include "core/trace/pattern_table.h"
#include "core/trace/totals.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace warpstage::trace {

struct PatternLimits {
    std::size_t per_instruction = 4096;
    std::size_t all = 49152; // of all instructions; half a kilobyte each
};

class TotalsRecorder final : public simt::Observer {
public:
    // Told of an access whose pattern finds no room. Totals count it as dropped all the same.
    using Overflow = std::function<void(std::uint32_t pc, const simt::Access& access)>;

    TotalsRecorder(std::uint32_t instruction_count, std::uint32_t warp_width, std::uint32_t warps, PatternLimits limits = {},
        Overflow overflow = {});

    void on_step(const simt::Step& step) override;
    void on_access(const simt::Step& step, const simt::Access& access) override;
    void on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken) override;
    void on_barrier(std::uint64_t block) override;
    void on_warp_barrier(const simt::Step& step, LaneMask members) override;
    void on_exit(const simt::Step& step) override;

    // What was counted; nothing is afterwards. Totals::block is the block told of last.
    [[nodiscard]] Totals take();

private:
    Totals m_totals;
    PatternTable m_patterns;
    Overflow m_overflow;
};

} // namespace warpstage::trace
