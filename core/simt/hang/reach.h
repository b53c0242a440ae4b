// What the warps of a program can still execute, whatever its branches depend on.
#pragma once

#include "core/simt/checks/code/shared_arrays.h"
#include "core/simt/program.h"
#include "core/simt/run/block.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

class Reach {
public:
    explicit Reach(const Program& program);

    // By program counter: whether the lanes of the warp that have not exited can come to the instruction.
    [[nodiscard]] std::vector<bool> of(const Warp& warp) const;
    // The branch back to the start of the innermost loop that contains the instruction.
    [[nodiscard]] std::optional<std::uint32_t> loop_end(std::uint32_t pc) const;

private:
    const ProgramBody& m_body;
    std::vector<std::uint32_t> m_calls; // where calls return to
};

// What an instruction does for the phase of an mbarrier object: it arrives, or copies bytes that are counted.
struct Provider {
    std::uint32_t pc = 0;
    const SharedArray* array = nullptr; // that contains the object; null: unknown
    bool in_cluster = false; // also for objects of other blocks
    bool copies = false; // copies, or announces the bytes of copies
};
[[nodiscard]] std::vector<Provider> phase_providers(const Program& program, const SharedArrays& arrays);

} // namespace warpstage::simt
