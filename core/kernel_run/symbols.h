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

// What a variable holds before the launch, or what of it is printed behind it.
struct SymbolValue {
    std::string variable; // name in the PTX
    std::string name; // as typed
    ptx::Type type = ptx::Type::f32;
    std::uint64_t count = 1; // elements
    std::vector<std::byte> bytes {}; // to set
};

// `text`: NAME:TYPE=VALUE or NAME:TYPE[COUNT]=CONTENTS, as an argument of a kernel. Errors: another form, no such variable, or
// more bytes than it has.
[[nodiscard]] Result<SymbolValue> parse_symbol(const ptx::Module& module, const std::string& text, problem::Names& names);
// `text`: NAME:TYPE or NAME:TYPE[COUNT]; without COUNT all elements, at most 8. Errors: as above.
[[nodiscard]] Result<SymbolValue> parse_printed_symbol(const ptx::Module& module, const std::string& text);

// The variables without initial value that the kernel, or a function that it calls, reads and none of them writes; by the name
// that people know.
[[nodiscard]] std::vector<std::string> unset_symbols(
    const ptx::Module& module, const ptx::Function& kernel, std::span<const SymbolValue> set);

} // namespace warpstage::kernel_run
