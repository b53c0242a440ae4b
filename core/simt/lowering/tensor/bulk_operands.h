// The operands of bulk copies and of tensor copies, and their reductions.
#pragma once

#include "core/simt/async/bulk_form.h"
#include "core/simt/lowering/lowering.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace warpstage::simt {

// Takes the operands in the order in which they are written.
class BulkOperands {
public:
    BulkOperands(Lowering& lowering, const ptx::Instruction& instruction)
        : m_lowering(lowering)
        , m_operands(instruction.operands)
    {
    }

    void address(ptx::StateSpace space, BulkAddress& result)
    {
        const ptx::Operand* operand = next();
        const auto* written = operand == nullptr ? nullptr : std::get_if<ptx::AddressOperand>(operand);
        const auto row = written == nullptr ? std::nullopt : address_base(m_lowering, *written, space);
        m_good = m_good && row && (space == ptx::StateSpace::shared || row->lane_bytes == sizeof(std::uint64_t));
        if (m_good)
            result = { row->offset, static_cast<std::uint8_t>(row->lane_bytes), space, written->offset };
    }
    void value(std::uint32_t lane_bytes, std::uint32_t& result)
    {
        const ptx::Operand* operand = next();
        const auto row = operand == nullptr ? std::nullopt : source(m_lowering, *operand, lane_bytes, ptx::Type::b64);
        m_good = m_good && row;
        result = row.value_or(kNoRow);
    }
    // As many elements as `rows` has: one operand, or a vector.
    void values(std::uint32_t lane_bytes, ptx::Type type, std::span<std::uint32_t> rows)
    {
        const ptx::Operand* operand = next();
        const auto* vector = operand == nullptr ? nullptr : std::get_if<ptx::VectorOperand>(operand);
        m_good = m_good && (vector == nullptr ? rows.size() == 1 : vector->elements.size() == rows.size());
        for (std::size_t i = 0; i < rows.size() && m_good; ++i) {
            const auto row = source(m_lowering, vector == nullptr ? *operand : widened(vector->elements[i]), lane_bytes, type);
            m_good = row.has_value();
            rows[i] = row.value_or(kNoRow);
        }
    }
    // All were there, and no more.
    [[nodiscard]] bool good() const { return m_good && m_next == m_operands.size(); }

private:
    const ptx::Operand* next()
    {
        m_good = m_good && m_next < m_operands.size();
        return m_good ? &m_operands[m_next++] : nullptr;
    }

    Lowering& m_lowering;
    const std::vector<ptx::Operand>& m_operands;
    std::size_t m_next = 0;
    bool m_good = true;
};

// The generic atom of one element, or what does the same; null where no such atom exists. `word`: "add".
[[nodiscard]] Handler reduction_of(const Lowering& lowering, std::string_view word, ptx::Type type);

} // namespace warpstage::simt
