// Which array in shared memory an instruction accesses, as the kernel's text says: its address is computed from the name of one
// variable, and then the access must not leave that variable.
#pragma once

#include "core/simt/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::simt {

struct SharedArray {
    std::string name; // as in the CUDA source
    std::uint64_t offset = 0; // in the block's shared memory
    std::uint64_t bytes = 0; // 0: `extern __shared__`, which reaches to the end of the block's shared memory
};

class SharedArrays {
public:
    explicit SharedArrays(const Program& program);
    // `listing`: of a kernel of the module and of what it calls.
    SharedArrays(const ptx::Module& module, const ptx::Listing& listing);

    // Null if the instruction at `pc` accesses no shared memory or its array is not known.
    [[nodiscard]] const SharedArray* at(std::uint32_t pc) const;
    // The array with the mbarrier object of an instruction that arrives or copies; null: none, or it is not known.
    [[nodiscard]] const SharedArray* barrier_at(std::uint32_t pc) const;
    // The array that contains this offset in shared memory, or null.
    [[nodiscard]] const SharedArray* covering(std::uint64_t offset) const;

private:
    std::vector<SharedArray> m_arrays;
    std::vector<std::uint32_t> m_array_of; // by pc: index into m_arrays, or kNoRow
    std::vector<std::uint32_t> m_barrier_of; // the same
};

} // namespace warpstage::simt
