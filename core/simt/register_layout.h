// Where each register and each constant of a kernel lies in a warp's register file.
#pragma once

#include "core/ptx/ast.h"
#include "core/simt/program_body.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

class RegisterLayout {
public:
    explicit RegisterLayout(const ptx::Function& function);

    // Registers get their row when they are first asked for, so that what is used together lies together.
    // Nothing for a type that the virtual machine has no row for (b8, b128).
    [[nodiscard]] std::optional<Row> of(ptx::RegisterId id);
    // Equal contents of equal width share a row.
    [[nodiscard]] Row constant(const decltype(ConstantRow::content)& content, std::uint32_t lane_bytes);
    // A row of its own: for results that are thrown away, and for constants that must be neighbours.
    [[nodiscard]] Row fresh(std::uint32_t lane_bytes);
    [[nodiscard]] Row fresh_constant(const decltype(ConstantRow::content)& content, std::uint32_t lane_bytes);

    [[nodiscard]] const std::vector<ConstantRow>& constants() const { return m_constants; }
    [[nodiscard]] std::uint32_t bytes() const; // of the whole file

private:
    const ptx::Function* m_function;
    std::vector<std::optional<Row>> m_registers;
    std::vector<ConstantRow> m_constants;
    std::uint32_t m_end = 0;
    std::uint32_t m_next_predicate = 0;
    std::uint32_t m_predicates_end = 0; // of the cache line that predicates are given from
};

} // namespace warpstage::simt
