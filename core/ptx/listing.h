// The functions that one kernel can run, in sequence: the program counter of the virtual machine indexes this list. The kernel is
// first, so in a kernel without calls a program counter is an index into Function::instructions. After each function except the
// last, one number has no instruction: it is reached when lanes run past the function's end.
#pragma once

#include "core/ptx/ast.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::ptx {

class Listing {
public:
    Listing() = default;
    explicit Listing(const Function& kernel) { add(kernel); }

    // The functions must outlive the listing.
    void add(const Function& function);

    [[nodiscard]] const std::vector<const Function*>& functions() const { return m_functions; }
    // The program counter of the function's first instruction.
    [[nodiscard]] std::uint32_t first(std::size_t function) const { return m_first[function]; }
    [[nodiscard]] std::uint32_t size() const { return m_size; }

    // Null past the end of a function.
    [[nodiscard]] const Instruction* find(std::uint32_t pc) const;
    // `pc` must refer to an instruction.
    [[nodiscard]] const Instruction& instruction(std::uint32_t pc) const;
    // The function of an instruction.
    [[nodiscard]] const Function& function(std::uint32_t pc) const { return *m_functions[index_of(pc)]; }
    // Line in the kernel's own source file: for code inlined from another file, the line of the call. 0: no instruction, or one
    // without a location.
    [[nodiscard]] std::uint32_t line_of(std::uint32_t pc) const;

private:
    [[nodiscard]] std::size_t index_of(std::uint32_t pc) const;

    std::vector<const Function*> m_functions;
    std::vector<std::uint32_t> m_first;
    std::uint32_t m_size = 0;
};

} // namespace warpstage::ptx
