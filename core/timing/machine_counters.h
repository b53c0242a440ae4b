// Counters of a launch in machine code: what hardware counts, where the assembler merges loads and turns branches into
// predicates. The machine code is the assembler's if an installed CUDA Toolkit has made it, else what the model derives from the
// PTX.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/analysis/machine_code/assembled.h"
#include "core/arch/traits.h"
#include "core/simt/observer.h"
#include "core/timing/block_stream.h"
#include "core/timing/machine_code/machine_code.h"
#include "core/timing/machine_code/machine_events.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::timing {

struct MachineCounters {
    std::uint64_t instructions = 0; // smsp__inst_executed.sum
    std::uint64_t sectors = 0; // of global loads and stores: the lanes of an unrolled loop load in other groups than those of PTX
    std::uint64_t wavefronts = 0; // of loads and stores of shared memory
    std::uint64_t divergent_branches = 0;
};

// Accesses of some blocks to shared memory, as they would be if the assembler joined them with their neighbors.
class WideAccesses {
public:
    // `traits` must outlive it.
    WideAccesses(const ptx::Listing& listing, const arch::Traits& traits);

    void add(std::uint32_t pc, const simt::Access& access);
    WideAccesses& operator+=(const WideAccesses& other); // of the same listing
    // Wavefronts of the machine instructions relative to those of the PTX instruction.
    [[nodiscard]] double factor(std::uint32_t pc, const analysis::AssembledInstruction& made) const;

private:
    static constexpr std::array<std::uint32_t, 2> kWidths { 8, 16 }; // bytes per lane
    struct Wavefronts {
        bool joinable = false; // ld.shared or st.shared
        std::uint32_t bytes = 0; // per lane
        double as_written = 0.0;
        std::array<double, kWidths.size()> wide {}; // with each of the widths
    };

    const arch::Traits* m_traits;
    std::vector<Wavefronts> m_wavefronts; // by program counter
};

// What ptxas has made of the kernel, and the widths in the sampled blocks.
struct AssembledLaunch {
    const analysis::AssembledKernel* kernel = nullptr; // never null
    const WideAccesses* accesses = nullptr; // never null
};

// `reports`: of the whole launch, in any order, several per instruction; `streams`: of some blocks, which show how often merged
// loads are aligned; `events`: of the whole launch. `assembled`: null for the machine code that is derived from the PTX.
// Instructions and sectors are always those.
[[nodiscard]] MachineCounters machine_counters(const MachineCode& code, std::span<const analysis::InstructionReport> reports,
    std::span<const BlockStream> streams, const MachineEvents& events, const AssembledLaunch* assembled = nullptr);

} // namespace warpstage::timing
