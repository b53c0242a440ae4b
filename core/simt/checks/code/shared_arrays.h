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

    // Null if the instruction at `pc` accesses no shared memory or its array is not known.
    [[nodiscard]] const SharedArray* at(std::uint32_t pc) const;

private:
    std::vector<SharedArray> m_arrays;
    std::vector<std::uint32_t> m_array_of; // by pc: index into m_arrays, or kNoRow
};

} // namespace warpstage::simt
