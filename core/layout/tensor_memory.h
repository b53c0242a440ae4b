// The tensor memory of Blackwell: which lane and register tcgen05.ld and tcgen05.st move to which place, and where tcgen05.mma
// leaves the accumulator. Source: PTX ISA, 9.7.16.2.3.1 "Memory Layout" of data movement shapes and "Data Path Layout
// Organization"; they agree with CuTe (tests/fixtures/layout/tensor_memory.txt). The instructions are not executed.
#pragma once

#include "core/layout/fragments.h"

namespace warpstage::layout {

inline constexpr int kTensorMemoryLanes = 128; // of an SM

[[nodiscard]] bool names_tensor_memory(std::string_view instruction);

// "tcgen05.ld.16x64b.x4", "tcgen05.st.32x32b.x1": the lanes of tensor memory as rows, its columns of 32 bits as columns, held by
// the registers of a warp. "tcgen05.mma.m128n64", "tcgen05.mma.cta_group::2.m256n64", "tcgen05.mma.ws.m32n64": D, held by lanes
// and columns of tensor memory, with 128 lanes for each block of the pair. Qualifiers without influence (.sync, .aligned, .b32,
// .kind::f16) are permitted. Error: a sentence.
[[nodiscard]] Result<Fragments> tensor_memory_fragments(std::string_view instruction);

} // namespace warpstage::layout
