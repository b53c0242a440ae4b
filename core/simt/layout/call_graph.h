// Which functions of a module a kernel may run.
#pragma once

#include "core/simt/layout/module_symbols.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::simt {

struct CallGraph {
    // Indices into Module::functions, the kernel's first, then those that it reaches by calls of their names, then those that a
    // call through a register may reach: every function of the module whose address is taken, and what they call.
    std::vector<std::uint32_t> functions;
    std::size_t direct = 0; // so many leading ones are reached by name
};

[[nodiscard]] CallGraph call_graph_of(const ModuleSymbols& symbols, const ptx::Function& kernel);

} // namespace warpstage::simt
