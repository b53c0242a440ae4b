// The operands of a texture fetch: "{%f1, %f2, %f3, %f4}|%p1, [%rd1, {%f5, %f6}], %f7" (PTX ISA, 9.7.10.3 "tex").
#include "core/ptx/parser/function_parser.h"

#include <fmt/format.h>

#include <utility>

namespace warpstage::ptx {

bool FunctionParser::parse_texture_operands(Instruction& instruction)
{
    OperandParser operands { m_tokens, *this, instruction.types.empty() ? Type::b32 : instruction.types.back() };
    const auto take = [&] {
        auto operand = operands.take();
        if (operand)
            instruction.operands.push_back(std::move(*operand));
        return operand.has_value();
    };
    if (!take() || (m_tokens.accept('|') && !take()))
        return false;
    if (!m_tokens.expect(',', "after what a texture fetch gives")
        || !m_tokens.expect('[', "before a texture and its coordinates"))
        return false;
    const auto name = m_tokens.expect(Token::Kind::word, "a texture");
    if (!name)
        return false;
    // Texture references, which had names of their own, are gone since CUDA 12.
    const auto id = find_register(name->text);
    if (!id)
        return m_tokens.fail(
            name->line, fmt::format("{} in {} is no register with a texture object", described(*name), description()));
    AddressOperand texture;
    texture.base = *id;
    instruction.operands.emplace_back(std::move(texture));
    while (m_tokens.accept(',')) {
        if (!take())
            return false;
    }
    if (!m_tokens.expect(']', "after the coordinates of a texture fetch"))
        return false;
    while (m_tokens.accept(',')) {
        if (!take())
            return false;
    }
    return true;
}

} // namespace warpstage::ptx
