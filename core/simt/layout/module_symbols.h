// Fast lookup of a module's names for lowering, the call graph and the loader.
#pragma once

#include "core/ptx/ast.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpstage::simt {

class ModuleSymbols {
public:
    // The module must outlive it.
    explicit ModuleSymbols(const ptx::Module& module);

    [[nodiscard]] const ptx::Module& module() const { return *m_module; }

    // Index into Module::functions; an alias resolves to its function. Empty if no function with a body has this name.
    [[nodiscard]] std::optional<std::uint32_t> function(std::string_view name) const;
    // Index into Module::variables.
    [[nodiscard]] std::optional<std::uint32_t> variable(std::string_view name) const;

    // Offset of a constant variable in the module's constant memory, in bytes.
    [[nodiscard]] std::uint64_t constant_offset(std::uint32_t variable) const { return m_constant_offsets[variable]; }
    [[nodiscard]] std::uint64_t constant_bytes() const { return m_constant_bytes; }

private:
    const ptx::Module* m_module;
    std::unordered_map<std::string_view, std::uint32_t> m_functions;
    std::unordered_map<std::string_view, std::uint32_t> m_variables;
    std::vector<std::uint64_t> m_constant_offsets; // by variable
    std::uint64_t m_constant_bytes = 0;
};

// The address of a function of the module; the same in every program of the module.
[[nodiscard]] std::uint64_t code_address(std::uint32_t function);
// The function of the module that has this address.
[[nodiscard]] std::optional<std::uint32_t> function_at(std::uint64_t address);

} // namespace warpstage::simt
