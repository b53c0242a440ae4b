#include "core/ptx/parser/operand_parser.h"

#include "core/ptx/parser/number.h"
#include "core/ptx/special_register.h"

#include <fmt/format.h>

#include <utility>

namespace warpstage::ptx {

OperandParser::OperandParser(TokenStream& tokens, OperandScope& scope, Type type)
    : m_tokens(tokens)
    , m_scope(scope)
    , m_type(type)
{
}

bool OperandParser::fail_undeclared(const Token& name)
{
    const std::string what =
        name.text.starts_with('%') ? "is not a declared register or a supported special register" : "is not declared";
    return m_tokens.fail(name.line, fmt::format("{} in {} {}", described(name), m_scope.description(), what));
}

bool OperandParser::take_optional_offset(std::int64_t& offset)
{
    if (!m_tokens.peek().is('+') && !m_tokens.peek().is('-'))
        return true;
    const auto value = take_offset(m_tokens);
    offset = value.value_or(0);
    return value.has_value();
}

std::optional<ScalarOperand> OperandParser::take_word()
{
    const Token name = m_tokens.take();
    if (const auto id = m_scope.find_register(name.text))
        return RegisterOperand { *id, false };
    if (name.text == "_")
        return DiscardOperand {};
    if (const auto special = parse_special_register(name.text))
        return SpecialOperand { *special };
    if (auto symbol = m_scope.find_symbol(name.text)) {
        SymbolOperand operand { std::move(*symbol), 0 };
        if (take_optional_offset(operand.offset))
            return operand;
        return std::nullopt;
    }
    fail_undeclared(name);
    return std::nullopt;
}

std::optional<ScalarOperand> OperandParser::take_negated()
{
    m_tokens.accept('!');
    const auto name = m_tokens.expect(Token::Kind::word, "a predicate after `!`");
    if (!name)
        return std::nullopt;
    const auto id = m_scope.find_register(name->text);
    if (!id) {
        fail_undeclared(*name);
        return std::nullopt;
    }
    return RegisterOperand { *id, true };
}

std::optional<ScalarOperand> OperandParser::take_scalar()
{
    const Token& next = m_tokens.peek();
    if (next.is('!'))
        return take_negated();
    if (next.kind == Token::Kind::word)
        return take_word();
    if (next.kind == Token::Kind::number || next.is('-')) {
        if (const auto immediate = take_immediate(m_tokens, m_type))
            return *immediate;
        return std::nullopt;
    }
    m_tokens.fail_expected("an operand");
    return std::nullopt;
}

// An address up to its bracket.
std::optional<AddressOperand> OperandParser::take_base()
{
    AddressOperand address;
    if (m_tokens.peek().kind == Token::Kind::word) {
        const Token name = m_tokens.take();
        if (const auto id = m_scope.find_register(name.text)) {
            address.base = *id;
        } else if (auto symbol = m_scope.find_symbol(name.text)) {
            address.base = std::move(*symbol);
        } else {
            fail_undeclared(name);
            return std::nullopt;
        }
        if (!take_optional_offset(address.offset))
            return std::nullopt;
    } else {
        const auto offset = take_offset(m_tokens);
        if (!offset)
            return std::nullopt;
        address.offset = *offset;
    }
    return address;
}

std::optional<Operand> OperandParser::take_address()
{
    auto address = take_base();
    if (!address)
        return std::nullopt;
    if (!m_tokens.expect(']', "after an address of the form `[register+number]`"))
        return std::nullopt;
    return std::move(*address);
}

std::optional<Operand> OperandParser::take_vector()
{
    VectorOperand vector;
    do {
        auto element = take_scalar();
        if (!element)
            return std::nullopt;
        vector.elements.push_back(std::move(*element));
    } while (m_tokens.accept(','));
    if (!m_tokens.expect('}', "after the elements of a vector"))
        return std::nullopt;
    return vector;
}

std::optional<Operand> OperandParser::take()
{
    if (m_tokens.accept('['))
        return take_address();
    if (m_tokens.accept('{'))
        return take_vector();
    auto first = take_scalar();
    if (!first)
        return std::nullopt;
    if (m_tokens.accept('|')) {
        auto second = take_scalar();
        if (!second)
            return std::nullopt;
        return PairOperand { std::move(*first), std::move(*second) };
    }
    return std::visit([](auto&& operand) { return Operand { std::forward<decltype(operand)>(operand) }; }, std::move(*first));
}

std::optional<Operand> OperandParser::take_selected(std::string& selector)
{
    const Token& next = m_tokens.peek();
    const std::size_t dot = next.kind == Token::Kind::word ? next.text.rfind('.') : std::string_view::npos;
    const auto id = dot == std::string_view::npos ? std::nullopt : m_scope.find_register(next.text.substr(0, dot));
    if (!id)
        return take();
    selector = next.text.substr(dot + 1);
    m_tokens.take();
    return RegisterOperand { *id, false };
}

bool OperandParser::take_into(std::vector<Operand>& operands)
{
    auto operand = take();
    if (operand)
        operands.push_back(std::move(*operand));
    return operand.has_value();
}

bool OperandParser::take_texture(std::vector<Operand>& operands)
{
    if (!take_into(operands) || (m_tokens.accept('|') && !take_into(operands)))
        return false;
    if (!m_tokens.expect(',', "after the result of a texture fetch")
        || !m_tokens.expect('[', "before a texture and its coordinates"))
        return false;
    const auto name = m_tokens.expect(Token::Kind::word, "a texture");
    if (!name)
        return false;
    // Texture references, which had names, were removed in CUDA 12.
    const auto id = m_scope.find_register(name->text);
    if (!id)
        return m_tokens.fail(
            name->line, fmt::format("{} in {} is not a register with a texture object", described(*name), m_scope.description()));
    AddressOperand texture;
    texture.base = *id;
    operands.emplace_back(std::move(texture));
    while (m_tokens.accept(',')) {
        if (!take_into(operands))
            return false;
    }
    if (!m_tokens.expect(']', "after the coordinates of a texture fetch"))
        return false;
    while (m_tokens.accept(',')) {
        if (!take_into(operands))
            return false;
    }
    return true;
}

bool OperandParser::take_with_coordinates(std::vector<Operand>& operands)
{
    do {
        if (!m_tokens.accept('[')) {
            if (!take_into(operands))
                return false;
            continue;
        }
        auto address = take_base();
        if (!address)
            return false;
        operands.emplace_back(std::move(*address));
        while (m_tokens.accept(',')) {
            if (!take_into(operands))
                return false;
        }
        if (!m_tokens.expect(']', "after an address and its coordinates"))
            return false;
    } while (m_tokens.accept(','));
    return true;
}

} // namespace warpstage::ptx
