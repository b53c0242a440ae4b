// The row of each register and constant of a kernel, and of the functions that it calls, in a warp's register file.
#pragma once

#include "core/ptx/ast.h"
#include "core/simt/program_body.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

class RegisterLayout {
public:
    // Starts the registers of the next function to be lowered; rows of earlier functions stay valid. Constants are shared.
    void start(const ptx::Function& function);

    // A register gets its row on first use, so registers that are used together are stored together. A register of 8 bits has a
    // row of 16, whose high bytes have no meaning. Empty for an unknown register.
    [[nodiscard]] std::optional<Row> of(ptx::RegisterId id);
    // Of the row that the register has or will get.
    [[nodiscard]] std::uint32_t lane_bytes(ptx::RegisterId id) const;
    // The row that the register has; empty if it was never used.
    [[nodiscard]] std::optional<Row> find(ptx::RegisterId id) const { return m_registers[id]; }
    // For a register that no instruction has used yet: it has the row of a constant, and nothing else writes it.
    void alias(ptx::RegisterId id, const Row& constant) { m_registers[id] = constant; }
    [[nodiscard]] bool is_constant(std::uint32_t offset) const;
    // Constants of equal content and width share a row.
    [[nodiscard]] Row constant(const decltype(ConstantRow::content)& content, std::uint32_t lane_bytes);
    // A separate row: for discarded results, and for constants that must be adjacent.
    [[nodiscard]] Row fresh(std::uint32_t lane_bytes);
    [[nodiscard]] Row fresh_constant(const decltype(ConstantRow::content)& content, std::uint32_t lane_bytes);

    [[nodiscard]] const std::vector<ConstantRow>& constants() const { return m_constants; }
    [[nodiscard]] std::uint32_t bytes() const; // of the whole file
    // The rows that were given since start(), without the constants.
    [[nodiscard]] const std::vector<Extent>& extents() const { return m_extents; }
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }

private:
    [[nodiscard]] Row take_row(std::uint32_t lane_bytes);
    void note(std::uint32_t offset, std::uint32_t bytes);

    const ptx::Function* m_function = nullptr;
    std::vector<std::optional<Row>> m_registers;
    std::vector<ConstantRow> m_constants;
    std::vector<Extent> m_extents;
    std::vector<Row> m_rows;
    std::uint32_t m_end = 0;
    std::uint32_t m_next_predicate = 0;
    std::uint32_t m_predicates_end = 0; // of the cache line from which predicates are allocated
};

} // namespace warpstage::simt
