// The functions of a module that a kernel may run.
#pragma once

#include "core/simt/layout/module_symbols.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::simt {

struct CallGraph {
    // Indices into Module::functions: the kernel, then the functions that it reaches by direct calls, then those that an indirect
    // call may reach: every function of the module whose address is taken, and their callees.
    std::vector<std::uint32_t> functions;
    std::size_t direct = 0; // number of leading ones reached by direct calls
};

[[nodiscard]] CallGraph call_graph_of(const ModuleSymbols& symbols, const ptx::Function& kernel);
[[nodiscard]] std::vector<const ptx::Function*> functions_of(const ptx::Module& module, const CallGraph& calls);

} // namespace warpstage::simt
