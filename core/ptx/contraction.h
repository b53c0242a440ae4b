// Products that the assembler joins with the sums that use them: one instruction that rounds once. PTX permits it where neither
// names a rounding ("mul/add sequences with no rounding modifiers may be optimized to use fused-multiply-add instructions on the
// target device": PTX ISA, "Floating Point Instructions: add"), and the compiler leaves every c - a * b to it. The conditions
// are those of ptxas 13.0, found by disassembling its machine code for sm_90.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/control_flow.h"

#include <cstdint>
#include <vector>

namespace warpstage::ptx {

struct Contraction {
    std::uint32_t sum = 0; // the instruction `add` or `sub`
    std::uint32_t product = 0; // the instruction `mul`
    std::uint32_t operand = 1; // of the sum: which operand is the product
};

// In the order of the sums. A product is joined with all sums that use it or with none.
[[nodiscard]] std::vector<Contraction> contractions_of(const Function& function, const ControlFlow& flow);

} // namespace warpstage::ptx
