// Calls and the labeled directives of calls (PTX ISA, sections 9.7.12 and 11.3).
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/parser/name_table.h"
#include "core/ptx/parser/operand_parser.h"
#include "core/ptx/parser/token_stream.h"

namespace warpstage::ptx {

class CallParser {
public:
    CallParser(TokenStream& tokens, const NameTable& names, OperandScope& scope);

    // The operands of `call`.
    [[nodiscard]] bool take_call(Instruction& instruction);

    // Both start after the directive's word.
    [[nodiscard]] bool take_targets();
    [[nodiscard]] bool take_prototype();

private:
    bool take_list(Instruction& instruction);
    bool take_target(Instruction& instruction);
    bool take_prototype_name(Instruction& instruction);
    bool take_prototype_list();

    TokenStream& m_tokens;
    const NameTable& m_names;
    OperandScope& m_scope;
};

} // namespace warpstage::ptx
