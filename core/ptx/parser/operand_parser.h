// The operands of one instruction (PTX ISA, section 6) with every name resolved.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/parser/token_stream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::ptx {

// Resolves names: the function that is being parsed.
class OperandScope {
public:
    // The register of this name; empty if the name is not a register.
    [[nodiscard]] virtual std::optional<RegisterId> find_register(std::string_view name) = 0;
    // The name of this variable, parameter or function in the syntax tree.
    [[nodiscard]] virtual std::optional<std::string> find_symbol(std::string_view name) const = 0;
    // "kernel `reduce1`", for messages.
    [[nodiscard]] virtual std::string description() const = 0;

protected:
    ~OperandScope() = default;
};

class OperandParser {
public:
    // `type`: how decimal floats are stored.
    OperandParser(TokenStream& tokens, OperandScope& scope, Type type);

    [[nodiscard]] std::optional<Operand> take();
    // The same for a video instruction: "%r1.h0" is the register, and the selector is "h0".
    [[nodiscard]] std::optional<Operand> take_selected(std::string& selector);
    // All operands of a texture fetch: "{%f1, %f2, %f3, %f4}|%p1, [%rd1, {%f5, %f6}], %f7" (PTX ISA, 9.7.10.3 "tex").
    [[nodiscard]] bool take_texture(std::vector<Operand>& operands);
    // All operands of an instruction with coordinates: "{%r1}, [%rd1, {%r2, %r3}]" of a surface access or a tensor copy. The
    // coordinates follow their address.
    [[nodiscard]] bool take_with_coordinates(std::vector<Operand>& operands);

private:
    [[nodiscard]] std::optional<ScalarOperand> take_scalar();
    [[nodiscard]] std::optional<ScalarOperand> take_word();
    [[nodiscard]] std::optional<ScalarOperand> take_negated();
    [[nodiscard]] std::optional<Operand> take_address();
    [[nodiscard]] std::optional<AddressOperand> take_base();
    [[nodiscard]] bool take_into(std::vector<Operand>& operands);
    [[nodiscard]] std::optional<Operand> take_vector();
    bool fail_undeclared(const Token& name);
    bool take_optional_offset(std::int64_t& offset);

    TokenStream& m_tokens;
    OperandScope& m_scope;
    Type m_type;
};

} // namespace warpstage::ptx
