#include "core/ptx/parser/call_parser.h"

#include "core/ptx/parser/declaration.h"
#include "core/ptx/parser/number.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace warpstage::ptx {

CallParser::CallParser(TokenStream& tokens, const NameTable& names, OperandScope& scope)
    : m_tokens(tokens)
    , m_names(names)
    , m_scope(scope)
{
}

// "(param0, 4, %r1)": the part after the parenthesis. Empty parentheses are allowed.
bool CallParser::take_list(Instruction& instruction)
{
    VectorOperand list;
    if (!m_tokens.accept(')')) {
        OperandParser operands { m_tokens, m_scope, Type::b32 };
        do {
            auto operand = operands.take();
            if (!operand)
                return false;
            const std::uint32_t line = m_tokens.peek().line;
            const bool scalar = std::visit(
                [&list](auto&& taken) {
                    if constexpr (std::is_constructible_v<ScalarOperand, decltype(taken)>) {
                        list.elements.emplace_back(std::forward<decltype(taken)>(taken));
                        return true;
                    } else {
                        return false;
                    }
                },
                std::move(*operand));
            if (!scalar)
                return m_tokens.fail(line, "an argument of a call must be a variable, a register or a number");
        } while (m_tokens.accept(','));
        if (!m_tokens.expect(')', "after the arguments of a call"))
            return false;
    }
    instruction.operands.emplace_back(std::move(list));
    return true;
}

bool CallParser::take_target(Instruction& instruction)
{
    const auto name = m_tokens.expect(Token::Kind::word, "a function name or a register after `call`");
    if (!name)
        return false;
    if (const auto id = m_scope.find_register(name->text)) {
        instruction.operands.emplace_back(RegisterOperand { *id, false });
        return true;
    }
    const auto symbol = m_names.find(m_names.current(), name->text);
    if (!symbol || symbol->kind != Symbol::Kind::function)
        return m_tokens.fail(
            name->line, fmt::format("the function {} that {} calls is not declared", described(*name), m_scope.description()));
    instruction.operands.emplace_back(SymbolOperand { std::string { name->text }, 0 });
    return true;
}

bool CallParser::take_prototype_name(Instruction& instruction)
{
    const auto name = m_tokens.expect(Token::Kind::word, "a prototype name at the end of a call");
    if (!name)
        return false;
    const auto symbol = m_names.find(m_names.current(), name->text);
    if (!symbol || symbol->kind != Symbol::Kind::prototype)
        return m_tokens.fail(
            name->line, fmt::format("{} in {} is not a `.callprototype`", described(*name), m_scope.description()));
    instruction.operands.emplace_back(SymbolOperand { std::string { name->text }, 0 });
    return true;
}

// "call (retval0), %rd1, (param0, param1), prototype_0": all except the function are optional.
bool CallParser::take_call(Instruction& instruction)
{
    if (m_tokens.accept('(')) {
        if (!take_list(instruction) || !m_tokens.expect(',', "after the results of a call"))
            return false;
    } else {
        instruction.operands.emplace_back(VectorOperand {});
    }
    if (!take_target(instruction))
        return false;
    const std::uint32_t line = m_tokens.peek().line;
    bool more = m_tokens.accept(',');
    if (more && m_tokens.accept('(')) {
        if (!take_list(instruction))
            return false;
        more = m_tokens.accept(',');
    } else {
        instruction.operands.emplace_back(VectorOperand {});
    }
    if (more)
        return take_prototype_name(instruction);
    if (std::holds_alternative<RegisterOperand>(instruction.operands[1]))
        return m_tokens.fail(
            line, fmt::format("an indirect call in {} has no prototype; add one with `.callprototype`", m_scope.description()));
    return true;
}

// The list of possible callees is a hint for the optimizer.
bool CallParser::take_targets()
{
    do {
        if (!m_tokens.expect(Token::Kind::word, "a function after `.calltargets`"))
            return false;
    } while (m_tokens.accept(','));
    return m_tokens.expect(';', "after `.calltargets`");
}

// "(.param .b32 _, .param .align 8 .b8 _[16])": the part after the parenthesis.
bool CallParser::take_prototype_list()
{
    if (m_tokens.accept(')'))
        return true;
    do {
        if (!m_tokens.accept_directive(".param") && !m_tokens.accept_directive(".reg"))
            return m_tokens.fail_expected("`.param` in a prototype");
        if (!take_declaration(m_tokens))
            return false;
    } while (m_tokens.accept(','));
    return m_tokens.expect(')', "after the parameters of a prototype");
}

// ".callprototype (.param .b32 _) _ (.param .b64 _) .noreturn;": ignored, because the sizes of the called function are used.
bool CallParser::take_prototype()
{
    if (m_tokens.accept('(') && !take_prototype_list())
        return false;
    if (!m_tokens.expect(Token::Kind::word, "`_` in a prototype"))
        return false;
    if (m_tokens.accept('(') && !take_prototype_list())
        return false;
    while (m_tokens.peek().kind == Token::Kind::directive) {
        const Token directive = m_tokens.take();
        const bool number = directive.text == ".abi_preserve" || directive.text == ".abi_preserve_control";
        if (!number && directive.text != ".noreturn")
            return m_tokens.fail(directive.line,
                fmt::format(
                    "warpstage does not support the directive `{}` of a prototype in {}", directive.text, m_scope.description()));
        if (number && !take_unsigned(m_tokens, "a number", std::numeric_limits<std::uint32_t>::max()))
            return false;
    }
    return m_tokens.expect(';', "after a prototype");
}

} // namespace warpstage::ptx
