// Branches, direct and through tables (PTX ISA, sections 9.7.12 and 11.3). Labels are resolved after the whole body has been
// parsed.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/parser/name_table.h"
#include "core/ptx/parser/operand_parser.h"
#include "core/ptx/parser/token_stream.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpstage::ptx {

class JumpParser {
public:
    // `instructions`: those of the function so far, without the instruction that is being parsed.
    JumpParser(TokenStream& tokens, const NameTable& names, OperandScope& scope, std::vector<Instruction>& instructions);

    // The operands of `bra` and of `brx.idx`.
    [[nodiscard]] bool take_label(Instruction& instruction);
    [[nodiscard]] bool take_table_use(Instruction& instruction);

    // From after ".branchtargets": the table with the next index.
    [[nodiscard]] bool take_targets();
    [[nodiscard]] std::uint32_t table_count() const { return static_cast<std::uint32_t>(m_tables.size()); }

    // Resolves the targets of every branch.
    [[nodiscard]] bool resolve();

private:
    struct LabelUse {
        std::uint32_t instruction = 0;
        std::uint32_t operand = 0;
        std::string_view name;
        std::uint32_t line = 0;
        ScopeId scope = 0;
    };
    // A brx.idx whose labels are resolved after the whole body has been parsed.
    struct TableUse {
        std::uint32_t instruction = 0;
        std::string_view name;
        std::uint32_t line = 0;
        ScopeId scope = 0;
    };

    bool resolve_tables();
    std::optional<std::uint32_t> resolved(const LabelUse& use);

    TokenStream& m_tokens;
    const NameTable& m_names;
    OperandScope& m_scope;
    std::vector<Instruction>& m_instructions;
    std::vector<LabelUse> m_labels;
    std::vector<std::vector<LabelUse>> m_tables; // ".branchtargets A, B;"
    std::vector<TableUse> m_table_uses;
};

} // namespace warpstage::ptx
