// The variables of a module that a program sets from the host (cudaMemcpyToSymbol) and reads back (cudaMemcpyFromSymbol).
#pragma once

#include "core/base/result.h"
#include "core/problem/expressions/expression.h"
#include "core/ptx/ast.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpstage::kernel_run {

// The initial value of a variable before the launch, or its part to print after the launch.
struct SymbolValue {
    std::string variable; // name in the PTX
    std::string name; // text of the option
    ptx::Type type = ptx::Type::f32;
    std::uint64_t count = 1; // elements
    std::vector<std::byte> bytes {}; // to set
};

// `text`: NAME:TYPE=VALUE or NAME:TYPE[COUNT]=CONTENTS, as for kernel arguments. Errors: invalid form, unknown variable, or more
// bytes than it has.
[[nodiscard]] Result<SymbolValue> parse_symbol(const ptx::Module& module, const std::string& text, problem::Names& names);
// `text`: NAME:TYPE or NAME:TYPE[COUNT]; without COUNT all elements, at most 8. Errors: as above.
[[nodiscard]] Result<SymbolValue> parse_printed_symbol(const ptx::Module& module, const std::string& text);

// The variables without initial value that the kernels or functions that they call read but none of them writes; source names.
[[nodiscard]] std::vector<std::string> unset_symbols(
    const ptx::Module& module, std::span<const ptx::Function* const> kernels, std::span<const SymbolValue> set);

} // namespace warpstage::kernel_run
